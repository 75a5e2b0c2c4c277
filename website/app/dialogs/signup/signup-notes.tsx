import { Icon } from '../../art/icon.tsx'
import { showContactDialogWith } from '../contact/draft.ts'
import { showContactDialog } from '../open-dialog.ts'
import { type SignupFields, signupWords } from './form.ts'
import { useMemberSince } from './member-since.ts'
import { goToDownloads } from './settle.ts'
import type { SignupSubmissionOutcome } from './submit.ts'
import { suggestEmail } from './suggest-email.ts'

/**
 * The note above the fields. Shows a visitor who has signed up in this browser, or is signed in, the way to the downloads; on a phone tells
 * everyone else that the app runs on computers.
 */
export function TopNote({ isSignedIn, onDone }: { isSignedIn: boolean; onDone: () => void }) {
  const since = useMemberSince()
  if (since === null && !isSignedIn) return <p className="dialog-note pointer-fine:hidden">{signupWords.onPhone}</p>
  return (
    <p className="dialog-note">
      {since === null ? signupWords.signedIn : signupWords.memberSince(since)}{' '}
      <a
        href="/download"
        className="text-link font-semibold"
        onClick={(event) => {
          event.preventDefault()
          void goToDownloads(onDone, null)
        }}
      >
        {signupWords.toDownloads}
      </a>
    </p>
  )
}

type EmailHintProps = { email: string; stillTyping: boolean; onTake: (email: string) => void }

/**
 * The text below the e-mail field: how the address is used or, when the domain is probably mistyped, a button that corrects it. The two texts
 * have the same place, so that the layout does not shift.
 */
export function EmailHint({ email, stillTyping, onTake }: EmailHintProps) {
  const meant = suggestEmail(email)
  // While the visitor types, 'gmail.co' may be the beginning of 'gmail.com', so it is not treated as a typo yet.
  const shown = meant && !(stillTyping && meant.startsWith(email)) ? meant : null
  return (
    <span role="status">
      {shown ? (
        <span key="meant">
          {signupWords.didYouMean}{' '}
          <button
            type="button"
            className="text-link mx-1 -my-0.5 rounded-card py-0.5 font-semibold outline-offset-0"
            onClick={() => onTake(shown)}
          >
            {shown}
          </button>
          ?
        </span>
      ) : (
        <span key="use">{signupWords.emailHint}</span>
      )}
    </span>
  )
}

/** The result of a sign-up, and the fields that were sent. */
export type SignupEnding = { kind: SignupSubmissionOutcome['kind']; fields: SignupFields }

/** What a refused visitor can do: a sentence, and how the sentence goes on that begins with the link 'Write to us'. */
type Advice = readonly [reason: string, rest: string]

const TOO_SHORT: Advice = ['We can’t take addresses this short by form.', ', and we’ll add you by hand.']

const advices: { [Kind in SignupEnding['kind']]?: Advice } = {
  limited: ['That’s a lot of tries in a short time. Wait 15 minutes and try again.', ' if it can’t wait.'],
  screened: [
    'Something in here looks like a robot typed it. If we’ve got that wrong, sorry.',
    ', and we’ll add you by hand.',
  ],
  failed: ['Nothing you typed is lost.', ' if it fails again.'],
}

/**
 * Shows beside the button what to do after a refused sign-up. A toast shows the specification's wording for the same error. Renders nothing for an
 * error beside a field.
 */
export function SignupErrorNote({ kind, fields }: SignupEnding) {
  const advice = kind === 'screened' && /^.{1,2}@/.test(fields.email.trim()) ? TOO_SHORT : advices[kind]
  if (advice === undefined) return null
  return (
    <p className="rounded-card border border-danger p-4 text-sm">
      {advice[0]}{' '}
      <button
        type="button"
        className="text-link -my-1 py-1 font-semibold"
        onClick={() => showContactDialogAfter(kind, fields)}
      >
        Write to us
      </button>
      {advice[1]}
    </p>
  )
}

/**
 * Opens the contact dialog after a failed sign-up, with the name and e-mail address that were typed. After a rejection by the bot screening,
 * the message already asks for early access, so that the visitor only has to send it.
 */
function showContactDialogAfter(kind: SignupSubmissionOutcome['kind'], { name, email }: SignupFields): void {
  showContactDialogWith({ name, email, ...(kind === 'screened' && { message: signupWords.screenedMessage }) })
}

/** The notes below the sign-up button: signing up is safe and free, how the e-mail address is used, and whom to ask. */
export function SignupAssurances() {
  return (
    <div className="grid gap-3 text-sm text-muted">
      <ul className="flex flex-wrap justify-center gap-x-6 gap-y-1 font-medium text-ink">
        {signupWords.notes.map((note) => (
          <li key={note} className="flex items-center gap-2">
            <Icon name="check" className="size-4 text-sage" />
            {note}
          </li>
        ))}
      </ul>
      <p className="text-center">
        {signupWords.emailUse}{' '}
        <a href="/privacy" target="_blank" rel="noopener" className="text-link">
          {signupWords.privacy}
        </a>
      </p>
      <p className="text-center">
        {signupWords.question}{' '}
        <button type="button" className="text-link -my-1 py-1" onClick={showContactDialog}>
          {signupWords.writeTo}
        </button>
      </p>
    </div>
  )
}
