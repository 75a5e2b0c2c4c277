import type { ContactMessage } from '@site/contract/contact'
import { EMAIL_MAX, MESSAGE_MAX, NAME_MAX } from '@site/contract/limits'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { prepareClient } from '../../backend/client.ts'
import { sendContactMessage } from '../../backend/contact.ts'
import { readSessionUser, useSession } from '../../backend/session.ts'
import { brand } from '../../brand.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { dismissErrors, notify } from '../../ui/toast-store.ts'
import { FaultSummary, focusFirstInvalidField } from '../fault-summary.tsx'
import { HoneypotField } from '../honeypot-field.tsx'
import { useStartSending } from '../sending.ts'
import { type ContactFaults, notices, words } from './form.ts'
import { submitContact } from './submit.ts'

const labels = { name: words.name, email: words.email, message: words.message }

type ContactFormProps = { onSent: (email: string) => void; onCancel: () => void }

/** The contact form. Name and address are prefilled for a signed-in user. The input is kept after a failure. */
export function ContactForm({ onSent, onCancel }: ContactFormProps) {
  const person = readSessionUser(useSession().session)
  const [typed, setTyped] = useState<Partial<ContactMessage>>({})
  const [faults, setFaults] = useState<ContactFaults>({})
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  const beginSending = useStartSending()
  const sending = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const trap = useRef<HTMLInputElement>(null)
  const fields: ContactMessage = { ...person, message: '', ...typed }

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

    dismissErrors()
    if (outcome.kind === 'sent') {
      notify({ kind: 'success', ...notices.sent })
      onSent(outcome.email)
      return
    }
    flushSync(() => {
      setFaults(outcome.kind === 'invalid' ? outcome.faults : {})
      setState(outcome.kind === 'failed' ? 'failed' : 'idle')
    })
    focusFirstInvalidField(form.current)
    if (outcome.kind === 'failed') notify({ kind: 'error', ...notices.failed(outcome.reason) })
  }

  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={submit} onFocus={prepareClient}>
      <FaultSummary faults={faults} labels={labels} />
      <Field {...bind('name')} autoComplete="name" maxLength={NAME_MAX} />
      <Field
        {...bind('email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        maxLength={EMAIL_MAX}
      />
      <Field {...bind('message')} rows={4} maxLength={MESSAGE_MAX} />
      <HoneypotField ref={trap} />
      {state === 'failed' && (
        <p className="rounded-lg border border-danger p-4 text-sm">
          {words.failed}{' '}
          <a href={`mailto:${brand.mailboxes.support}`} className="text-link">
            {brand.mailboxes.support}
          </a>
          .
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" className="grow" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" className="grow" loading={state === 'sending'}>
          {state === 'sending' ? words.sending : words.submit}
        </Button>
      </div>
    </form>
  )
}
