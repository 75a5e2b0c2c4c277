import { Button } from '@site/ui/button.tsx'
import { joinClassNames } from '@site/ui/class-names.ts'
import { TextField } from '@site/ui/field.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { Choices } from '../../parts/choices.tsx'
import { formatMailKind } from '../../parts/mail-kinds.ts'
import { MailTabs } from '../../parts/mail-tabs.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Loaded } from '../../parts/state.tsx'
import { kindsSchema, mailTestedSchema, previewSchema } from '../../server-calls/answers.ts'
import { run, toError } from '../../server-calls/run.ts'
import { useCall } from '../../server-calls/use-call.ts'

const FORMS = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['text', 'Plain text'],
] as const

/** Previews of every kind of mail, which the site composes from sample data. */
export function MailPreviewsPage({ kind }: { kind: string | null }) {
  const call = useCall(kindsSchema, 'mail preview')
  return (
    <Page
      title="Mail templates"
      lead="Every email as the site would send it now, with sample data."
      actions={<MailTabs />}
    >
      <Loaded call={call}>
        {({ kinds }) => {
          const chosen = kind ?? kinds[0] ?? ''
          return (
            <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
              <nav aria-label="Kinds of email" className="panel flex flex-wrap p-2 lg:grid">
                {kinds.map((each) => (
                  <Link
                    key={each}
                    href={`/mail/previews/${each}`}
                    aria-current={each === chosen ? 'page' : undefined}
                    className={joinClassNames(
                      'rounded-card px-3 py-2 hover:bg-table',
                      each === chosen && 'bg-table font-semibold',
                    )}
                  >
                    {formatMailKind(each)}
                  </Link>
                ))}
              </nav>
              <MailPreview key={chosen} kind={chosen} />
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

function MailPreview({ kind }: { kind: string }) {
  const [form, setForm] = useState<(typeof FORMS)[number][0]>('light')
  const call = useCall(previewSchema, 'mail preview', { kind })
  return (
    <div className="grid min-w-0 gap-6">
      <Loaded call={call}>
        {({ subject, from, replyTo, text }) => (
          <Panel
            title={subject}
            actions={<Choices label="Show" choices={FORMS} chosen={form} onChoose={setForm} />}
            flush
          >
            <p className="border-b border-line px-5 pb-3 text-sm text-muted wrap-anywhere">
              From {from.name} &lt;{from.address}&gt;
              {replyTo !== null && <>, replies to {replyTo}</>}
            </p>
            {form === 'text' ? (
              <pre className="px-5 py-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
            ) : (
              <iframe
                key={form}
                title={`${formatMailKind(kind)}, ${form}`}
                src={`/mail-previews/${kind}?scheme=${form}`}
                sandbox=""
                className="h-[44rem] w-full rounded-b-card"
              />
            )}
          </Panel>
        )}
      </Loaded>
      <Panel title="Send yourself a test">
        <TestForm kind={kind} />
      </Panel>
    </div>
  )
}

function TestForm({ kind }: { kind: string }) {
  const [to, setTo] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function send(): Promise<void> {
    setSending(true)
    setError(null)
    try {
      const { sent, reason } = await run(mailTestedSchema, 'mail test', { kind, to })
      if (sent) showToast({ kind: 'success', title: 'The email was accepted', text: 'Its code and links do not work.' })
      else setError(`Not sent yet; it waits in the outbox: ${reason}`)
    } catch (failure) {
      setError(toError(failure).message)
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        label="Your address"
        name="to"
        type="email"
        autoComplete="email"
        spellCheck={false}
        value={to}
        error={error}
        onValueChange={setTo}
      />
      <Button type="submit" variant="outline" className="justify-self-start" loading={isSending}>
        Send a test
      </Button>
    </form>
  )
}
