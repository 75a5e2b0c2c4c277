import { Button } from '@site/ui/button.tsx'
import { useBusyAction } from '@site/ui/use-busy-action.ts'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../art/icon.tsx'
import { preloadSupabaseClient } from '../../backend/client.ts'
import { type ConfirmationResult, confirmSignup } from '../../backend/confirmation.ts'
import { brand } from '../../brand.ts'
import { preloadDialog } from '../../dialogs/dialog-host.tsx'
import { showSignupDialog } from '../../dialogs/open-dialog.ts'
import { readMailedLink } from '../../frame/mailed-link.ts'
import type { PageMeta } from '../../page.ts'
import { PhotoPrint } from '../../photo-print.tsx'
import { type AnsweredState, answeredWords, failureWords, readyWords } from './words.ts'

/** Metadata of the confirmation page. Only links in mails lead to it. */
export const meta: PageMeta = {
  path: '/confirm',
  title: `Confirm your sign-up - ${brand.name}`,
  description: `Confirm your sign-up for early access to ${brand.name} with one press.`,
  isUnlisted: true,
}

/** The page that the link of a confirmation mail opens. Opening it changes nothing; its button confirms the sign-up. */
export function ConfirmPage() {
  const { state, confirm } = useConfirmation()
  return (
    <div className="container-page grid min-h-svh content-center justify-items-center gap-6 pt-28 pb-20 text-center">
      <div className="relative isolate w-44 sm:w-52">
        <PhotoPrint name="rings" className="absolute right-12 -left-12 -z-1 -rotate-12" />
        <PhotoPrint name="first-look" className="relative left-4 rotate-3" eager />
      </div>
      {isAnswered(state) ? <Answer state={state} /> : <Question state={state} onConfirm={() => void confirm()} />}
    </div>
  )
}

function isAnswered(state: ConfirmationState): state is AnsweredState {
  return Object.hasOwn(answeredWords, state)
}

type QuestionProps = { state: Exclude<ConfirmationState, AnsweredState>; onConfirm: () => void }

function Question({ state, onConfirm }: QuestionProps) {
  const failure = state === 'limited' || state === 'failed' ? failureWords[state] : null
  return (
    <>
      <h1 className="mt-4 text-title">{readyWords.title}</h1>
      <p className="max-w-xl text-lead text-balance text-muted">{readyWords.text}</p>
      <div role="alert" className="max-w-xl empty:absolute">
        {failure !== null && <p className="rounded-card border border-danger p-4 text-start">{failure}</p>}
      </div>
      <Button
        size="lg"
        className="noscript:hidden"
        loading={state === 'sending'}
        onIntent={preloadSupabaseClient}
        onClick={onConfirm}
      >
        {state === 'sending' ? readyWords.confirming : failure === null ? readyWords.confirm : readyWords.retry}
      </Button>
      <p className="hidden max-w-xl noscript:block">{readyWords.withoutScript}</p>
    </>
  )
}

function Answer({ state }: { state: AnsweredState }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had the focus was removed. Screen readers read the heading when it gets the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { title, text } = answeredWords[state]
  const isConfirmed = state === 'confirmed' || state === 'already_confirmed'
  return (
    <>
      {isConfirmed && (
        <span className="-mb-2 mt-4 grid size-14 place-items-center rounded-full bg-sage-ground text-sage">
          <Icon name="check" className="size-8" />
        </span>
      )}
      <h1
        ref={heading}
        tabIndex={-1}
        className={isConfirmed ? 'text-title outline-none' : 'mt-4 text-title outline-none'}
      >
        {title}
      </h1>
      <p className="max-w-xl text-lead text-balance text-muted">{text}</p>
      {isConfirmed ? (
        <Button href="/download" size="lg">
          Go to the download
        </Button>
      ) : (
        <Button size="lg" onIntent={() => preloadDialog('signup')} onClick={showSignupDialog}>
          Sign up again
        </Button>
      )}
    </>
  )
}

/**
 * State of the page: before the button is pressed, during the request, or its result. In `limited` and `failed`, the button retries.
 * `incomplete` is the state of a link that a mail program cut off or changed; no request is sent for it.
 */
type ConfirmationState = 'ready' | 'sending' | 'incomplete' | ConfirmationResult

/**
 * React hook that returns the state of the page and the handler of its button. Sends nothing before the button is pressed, because
 * mail scanners and link previews open the links of a mail, also in a browser with script.
 */
function useConfirmation() {
  const [state, setState] = useState<Exclude<ConfirmationState, 'sending'>>('ready')
  const { busy, run } = useBusyAction(() => setState('failed'))

  // Reads the fragment after hydration: the prerendered page is one file for all links.
  useEffect(() => {
    if (readToken() === null) setState('incomplete')
    // Opening another link of a mail in the same tab changes only the fragment.
    const onChange = () => setState(readToken() === null ? 'incomplete' : 'ready')
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])

  async function confirm() {
    const token = readToken()
    if (token === null) return
    const result = await confirmSignup(token)
    // When another link was opened during the request, the result does not apply to that link.
    if (readToken() === token) setState(result)
  }

  return { state: busy ? 'sending' : state, confirm: () => run(confirm) } as const
}

function readToken(): string | null {
  const link = readMailedLink(location.href)
  return link?.page === 'confirm' ? link.token : null
}
