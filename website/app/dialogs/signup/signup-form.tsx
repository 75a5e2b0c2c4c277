import { SIGNUP_INSERT_ERRORS } from '@site/contract/errors'
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '@site/contract/limits'
import { Button } from '@site/ui/button.tsx'
import { TextField } from '@site/ui/field.tsx'
import { dismissErrorToasts } from '@site/ui/toast-store.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { preloadSupabaseClient } from '../../backend/client.ts'
import { fetchMustConfirm } from '../../backend/confirmation.ts'
import { readSessionUser, useSession } from '../../backend/session.ts'
import { insertSignup, requestWelcomeMail } from '../../backend/signup.ts'
import { focusFirstInvalidField, OtherFieldErrors } from '../field-errors.tsx'
import { HoneypotField } from '../honeypot-field.tsx'
import { useSubmission } from '../submission.ts'
import { countSignupAttemptIfAllowed, removeLastSignupAttempt } from './attempts.ts'
import { type SignupFieldErrors, type SignupFields, signupWords } from './form.ts'
import { finishSignup } from './settle.ts'
import { EmailHint, SignupAssurances, type SignupEnding, SignupErrorNote, TopNote } from './signup-notes.tsx'
import { type SignupSubmissionOutcome, submitSignup } from './submit.ts'

/**
 * The sign-up form. Name and e-mail address are prefilled for a signed-in user, in fields that were not edited. The input is kept after a
 * failure.
 */
export function SignupForm({ onDone }: { onDone: () => void }) {
  const { session, isSignedIn } = useSession()
  const [typedEmail, setTypedEmail] = useState<string | null>(null)
  const [faults, setFaults] = useState<SignupFieldErrors>({})
  const [ending, setEnding] = useState<SignupEnding | null>(null)
  const [typing, setTyping] = useState(false)
  const sent = useRef<SignupFields>({ name: '', email: '' })
  const form = useRef<HTMLFormElement>(null)
  const user = readSessionUser(isSignedIn ? session : null)

  function clearFault(field: keyof SignupFields) {
    setFaults(({ [field]: _, ...others }) => others)
    if (faults[field] !== undefined) dismissErrorToasts() // because the toast with the field's error is out of date
  }

  function changeEmail(email: string) {
    setTypedEmail(email)
    clearFault('email')
  }

  function takeHint(email: string) {
    const field = form.current?.elements.namedItem('email')
    if (!(field instanceof HTMLInputElement)) return
    field.value = email
    field.focus() // because the button that had the focus is removed
    changeEmail(email)
  }

  function settle(outcome: SignupSubmissionOutcome) {
    flushSync(() => {
      setFaults(outcome.kind === 'invalid' ? outcome.faults : {})
      setEnding({ kind: outcome.kind, fields: sent.current })
    })
    focusFirstInvalidField(form.current)
    finishSignup(outcome, onDone)
  }

  const { sending, onSubmit } = useSubmission({
    fields: { name: '', email: '', reference: '' },
    async send({ reference, ...typed }) {
      sent.current = typed
      setEnding(null)
      const outcome = await submitSignup(typed, reference, {
        insertSignup,
        fetchMustConfirm,
        sendWelcome: requestWelcomeMail,
        allowAttempt: countSignupAttemptIfAllowed,
        returnAttempt: removeLastSignupAttempt,
        userAgent: navigator.userAgent,
      })
      settle(outcome)
      return outcome.kind === 'done' || outcome.kind === 'taken' ? 'done' : 'refused'
    },
    onThrown: () => settle({ kind: 'failed', reason: SIGNUP_INSERT_ERRORS.failed }),
  })

  return (
    <form ref={form} noValidate className="dialog-form" onSubmit={onSubmit} onFocus={preloadSupabaseClient}>
      <TopNote isSignedIn={isSignedIn} onDone={onDone} />
      <TextField
        label={signupWords.name}
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        maxLength={NAME_MAX_CHARACTERS}
        required
        defaultValue={user.name}
        error={faults.name}
        onValueChange={() => clearFault('name')}
      />
      <TextField
        label={signupWords.email}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        maxLength={EMAIL_MAX_CHARACTERS}
        required
        defaultValue={user.email}
        error={faults.email}
        hint={<EmailHint email={typedEmail ?? user.email} stillTyping={typing} onTake={takeHint} />}
        onValueChange={changeEmail}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
      />
      <HoneypotField />
      <OtherFieldErrors faults={faults} labels={{ name: signupWords.name, email: signupWords.email }} />
      <div role="status" className="empty:absolute">
        {ending && <SignupErrorNote {...ending} />}
      </div>
      <Button type="submit" size="lg" fullWidth loading={sending}>
        {sending ? signupWords.sending : signupWords.submit}
      </Button>
      <SignupAssurances />
    </form>
  )
}
