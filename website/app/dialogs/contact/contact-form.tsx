import type { ContactMessage } from '@site/contract/contact'
import { CONTACT_ERRORS } from '@site/contract/errors'
import { EMAIL_MAX_CHARACTERS, MESSAGE_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '@site/contract/limits'
import { Button } from '@site/ui/button.tsx'
import { TextField } from '@site/ui/field.tsx'
import { dismissErrorToasts, showToast } from '@site/ui/toast-store.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { preloadSupabaseClient } from '../../backend/client.ts'
import { sendContactMessage } from '../../backend/contact.ts'
import { readSessionUser, useSession } from '../../backend/session.ts'
import { brand } from '../../brand.ts'
import { focusFirstInvalidField, OtherFieldErrors } from '../field-errors.tsx'
import { HoneypotField } from '../honeypot-field.tsx'
import { useSubmission } from '../submission.ts'
import { useContactDraft } from './draft.ts'
import { type ContactFieldErrors, contactToasts, contactWords } from './form.ts'
import { type ContactSubmissionOutcome, submitContact } from './submit.ts'

const labels = { name: contactWords.name, email: contactWords.email, message: contactWords.message }

type ContactFormProps = { onSent: (email: string) => void; onCancel: () => void }

/**
 * The contact form. Name and e-mail address are prefilled for a signed-in user, all fields for a visitor whose sign-up failed
 * (`draft.ts`). The input is kept when sending fails.
 */
export function ContactForm({ onSent, onCancel }: ContactFormProps) {
  const { session, isSignedIn } = useSession()
  const [faults, setFaults] = useState<ContactFieldErrors>({})
  const [failed, setFailed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const prefilled: Partial<ContactMessage> = { ...readSessionUser(isSignedIn ? session : null), ...useContactDraft() }

  function bind(name: keyof ContactMessage) {
    return {
      label: labels[name],
      name,
      required: true,
      defaultValue: prefilled[name] ?? '',
      error: faults[name],
      onValueChange: () => setFaults(({ [name]: _, ...others }) => others),
    }
  }

  function refuse(outcome: Exclude<ContactSubmissionOutcome, { kind: 'sent' }>) {
    flushSync(() => {
      setFaults(outcome.kind === 'invalid' ? outcome.faults : {})
      setFailed(outcome.kind === 'failed')
    })
    focusFirstInvalidField(form.current)
    if (outcome.kind === 'failed') showToast({ kind: 'error', ...contactToasts.failed(outcome.reason) })
  }

  const { sending, onSubmit } = useSubmission({
    fields: { name: '', email: '', message: '', reference: '' },
    async send({ reference, ...typed }) {
      setFailed(false)
      const outcome = await submitContact(typed, reference, sendContactMessage)
      dismissErrorToasts()
      if (outcome.kind !== 'sent') {
        refuse(outcome)
        return 'refused'
      }
      showToast({ kind: 'success', isBrief: true, ...contactToasts.sent })
      onSent(outcome.email)
      return 'done'
    },
    onThrown: () => refuse({ kind: 'failed', reason: CONTACT_ERRORS.unstored }),
  })

  return (
    <form ref={form} noValidate className="dialog-form" onSubmit={onSubmit} onFocus={preloadSupabaseClient}>
      <TextField {...bind('name')} autoComplete="name" autoCapitalize="words" maxLength={NAME_MAX_CHARACTERS} />
      <TextField
        {...bind('email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        maxLength={EMAIL_MAX_CHARACTERS}
      />
      <TextField {...bind('message')} rows={4} maxLength={MESSAGE_MAX_CHARACTERS} />
      <HoneypotField />
      <OtherFieldErrors faults={faults} labels={labels} />
      {failed && (
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
        <Button type="submit" className="grow" loading={sending}>
          {sending ? contactWords.sending : contactWords.submit}
        </Button>
      </div>
    </form>
  )
}
