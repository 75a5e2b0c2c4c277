import type { ContactMessage } from '@site/contract/contact'
import { EMAIL_MAX_CHARACTERS, MESSAGE_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '@site/contract/limits'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { preloadSupabaseClient } from '../../backend/client.ts'
import { sendContactMessage } from '../../backend/contact.ts'
import { readSessionUser, useSession } from '../../backend/session.ts'
import { brand } from '../../brand.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { dismissErrorToasts, showToast } from '../../ui/toast-store.ts'
import { FieldErrorSummary, focusFirstInvalidField } from '../field-error-summary.tsx'
import { HoneypotField } from '../honeypot-field.tsx'
import { useReportSubmissionStart } from '../submission-context.ts'
import { type ContactFieldErrors, contactToasts, contactWords } from './form.ts'
import { submitContact } from './submit.ts'

const labels = { name: contactWords.name, email: contactWords.email, message: contactWords.message }

type ContactFormProps = { onSent: (email: string) => void; onCancel: () => void }

/** The contact form. Name and e-mail address are prefilled for a signed-in user. The input is kept when sending fails. */
export function ContactForm({ onSent, onCancel }: ContactFormProps) {
  const { session, isSignedIn } = useSession()
  const [typed, setTyped] = useState<Partial<ContactMessage>>({})
  const [faults, setFaults] = useState<ContactFieldErrors>({})
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  const beginSending = useReportSubmissionStart()
  const sending = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const trap = useRef<HTMLInputElement>(null)
  const fields: ContactMessage = { ...readSessionUser(isSignedIn ? session : null), message: '', ...typed }

  function bind(name: keyof ContactMessage) {
    return {
      label: labels[name],
      name,
      required: true,
      value: fields[name],
      error: faults[name],
      onValueChange(value: string) {
        setTyped((before) => ({ ...before, [name]: value }))
        setFaults(({ [name]: _, ...others }) => others)
      },
    }
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (sending.current) return // prevents a double submission by Enter and a click in the same frame
    sending.current = true
    setState('sending')
    const endSending = beginSending()
    const outcome = await submitContact(fields, trap.current?.value ?? '', sendContactMessage)
    sending.current = false
    endSending(outcome.kind === 'sent' ? 'done' : 'refused')

    dismissErrorToasts()
    if (outcome.kind === 'sent') {
      showToast({ kind: 'success', ...contactToasts.sent })
      onSent(outcome.email)
      return
    }
    flushSync(() => {
      setFaults(outcome.kind === 'invalid' ? outcome.faults : {})
      setState(outcome.kind === 'failed' ? 'failed' : 'idle')
    })
    focusFirstInvalidField(form.current)
    if (outcome.kind === 'failed') showToast({ kind: 'error', ...contactToasts.failed(outcome.reason) })
  }

  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={submit} onFocus={preloadSupabaseClient}>
      <FieldErrorSummary faults={faults} labels={labels} />
      <TextField {...bind('name')} autoComplete="name" maxLength={NAME_MAX_CHARACTERS} />
      <TextField
        {...bind('email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        maxLength={EMAIL_MAX_CHARACTERS}
      />
      <TextField {...bind('message')} rows={4} maxLength={MESSAGE_MAX_CHARACTERS} />
      <HoneypotField ref={trap} />
      {state === 'failed' && (
        <p className="rounded-card border border-danger p-4 text-sm">
          {contactWords.failed}{' '}
          <a href={`mailto:${brand.mailboxes.support}`} className="text-link">
            {brand.mailboxes.support}
          </a>
          .
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" className="grow" onClick={onCancel}>
          {contactWords.cancel}
        </Button>
        <Button type="submit" className="grow" loading={state === 'sending'}>
          {state === 'sending' ? contactWords.sending : contactWords.submit}
        </Button>
      </div>
    </form>
  )
}
