import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '@site/contract/limits'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { preloadSupabaseClient } from '../../backend/client.ts'
import { readSessionUser, useSession } from '../../backend/session.ts'
import { insertSignup, requestWelcomeMail } from '../../backend/signup.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { dismissErrorToasts } from '../../ui/toast-store.ts'
import { FieldErrorSummary, focusFieldByName, focusFirstInvalidField } from '../field-error-summary.tsx'
import { HoneypotField } from '../honeypot-field.tsx'
import { useReportSubmissionStart } from '../submission-context.ts'
import { SignupAssurances } from './assurances.tsx'
import { countSignupAttemptIfAllowed, removeLastSignupAttempt } from './attempts.ts'
import { EmailHint } from './email-hint.tsx'
import { type SignupFieldErrors, type SignupFields, signupWords } from './form.ts'
import { finishSignup } from './settle.ts'
import { getFormStateAfterSignup, SignupErrorNote, type SignupFormState } from './signup-error-note.tsx'
import { submitSignup } from './submit.ts'

/**
 * The sign-up form. Name and e-mail address are prefilled for a signed-in user, in fields that were not edited. The input is kept after a
 * failure.
 */
export function SignupForm({ onDone }: { onDone: () => void }) {
  const { session, isSignedIn } = useSession()
  const [typed, setTyped] = useState<Partial<SignupFields>>({})
  const [faults, setFaults] = useState<SignupFieldErrors>({})
  const [state, setState] = useState<SignupFormState>('idle')
  const [typing, setTyping] = useState(false)
  const beginSending = useReportSubmissionStart()
  const sending = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const trap = useRef<HTMLInputElement>(null)
  const fields: SignupFields = { ...readSessionUser(isSignedIn ? session : null), ...typed }

  function change(field: keyof SignupFields, value: string) {
    setTyped((before) => ({ ...before, [field]: value }))
    setFaults(({ [field]: _, ...others }) => others)
    if (faults[field] !== undefined) dismissErrorToasts() // because the toast with the field's error is out of date
  }

  function takeHint(email: string) {
    change('email', email)
    focusFieldByName(form.current, 'email') // moves the focus, because the button that had it is removed
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (sending.current) return // prevents a double submission by Enter and a click in the same frame
    sending.current = true
    setState('sending')
    const endSending = beginSending()
    const dependencies = {
      insertSignup,
      sendWelcome: requestWelcomeMail,
      allowAttempt: countSignupAttemptIfAllowed,
      returnAttempt: removeLastSignupAttempt,
      userAgent: navigator.userAgent,
    }
    const outcome = await submitSignup(fields, trap.current?.value ?? '', dependencies)
    sending.current = false

    flushSync(() => {
      setFaults(outcome.kind === 'invalid' ? outcome.faults : {})
      setState(getFormStateAfterSignup(outcome))
      endSending(getFormStateAfterSignup(outcome) === 'sent' ? 'done' : 'refused')
    })
    focusFirstInvalidField(form.current)
    finishSignup(outcome, onDone)
  }

  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={submit} onFocus={preloadSupabaseClient}>
      <p className="rounded-card bg-table px-4 py-3 pointer-fine:hidden">{signupWords.onPhone}</p>
      <FieldErrorSummary faults={faults} labels={{ name: signupWords.name, email: signupWords.email }} />
      <TextField
        label={signupWords.name}
        name="name"
        autoComplete="name"
        maxLength={NAME_MAX_CHARACTERS}
        required
        value={fields.name}
        error={faults.name}
        onValueChange={(name) => change('name', name)}
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
        value={fields.email}
        error={faults.email}
        hint={<EmailHint email={fields.email} stillTyping={typing} onTake={takeHint} />}
        onValueChange={(email) => change('email', email)}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
      />
      <HoneypotField ref={trap} />
      <SignupErrorNote state={state} />
      <Button type="submit" size="lg" fullWidth loading={state === 'sending'}>
        {state === 'sending' ? signupWords.sending : signupWords.submit}
      </Button>
      <SignupAssurances />
    </form>
  )
}
