import { EMAIL_MAX, NAME_MAX } from '@site/contract/limits'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { prepareClient } from '../../backend/client.ts'
import { insertSignup, sendWelcome } from '../../backend/signup.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FaultSummary, focusFieldByName, focusFirstInvalidField } from '../fault-summary.tsx'
import { HoneypotField } from '../honeypot-field.tsx'
import { useStartSending } from '../sending.ts'
import { Assurances } from './assurances.tsx'
import { allowAttempt, returnAttempt } from './attempts.ts'
import { EmailHint } from './email-hint.tsx'
import { type SignupFaults, type SignupFields, words } from './form.ts'
import { Refusal, type SignupState, signupStateAfter } from './refusal.tsx'
import { finishSignup } from './settle.ts'
import { submitSignup } from './submit.ts'

/** The sign-up form. The input is kept after a failure. */
export function SignupForm({ onDone }: { onDone: () => void }) {
  const [fields, setFields] = useState<SignupFields>({ name: '', email: '' })
  const [faults, setFaults] = useState<SignupFaults>({})
  const [state, setState] = useState<SignupState>('idle')
  const [typing, setTyping] = useState(false)
  const beginSending = useStartSending()
  const sending = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const trap = useRef<HTMLInputElement>(null)

  function change(field: keyof SignupFields, value: string) {
    setFields((before) => ({ ...before, [field]: value }))
    setFaults(({ [field]: _, ...others }) => others)
  }

  function takeHint(email: string) {
    change('email', email)
    focusFieldByName(form.current, 'email') // because the button that had the focus is removed
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (sending.current) return // prevents a double submission by Enter and a click in the same frame
    sending.current = true
    setState('sending')
    const endSending = beginSending()
    const dependencies = { insertSignup, sendWelcome, allowAttempt, returnAttempt, userAgent: navigator.userAgent }
    const outcome = await submitSignup(fields, trap.current?.value ?? '', dependencies)
    sending.current = false

    flushSync(() => {
      setFaults(outcome.kind === 'invalid' ? outcome.faults : {})
      setState(signupStateAfter(outcome))
      endSending(signupStateAfter(outcome) === 'sent' ? 'done' : 'refused')
    })
    focusFirstInvalidField(form.current)
    finishSignup(outcome, onDone)
  }

  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={submit} onFocus={prepareClient}>
      <FaultSummary faults={faults} labels={{ name: words.name, email: words.email }} />
      <Field
        label={words.name}
        name="name"
        autoComplete="name"
        maxLength={NAME_MAX}
        required
        value={fields.name}
        error={faults.name}
        onValueChange={(name) => change('name', name)}
      />
      <Field
        label={words.email}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        required
        value={fields.email}
        error={faults.email}
        hint={<EmailHint email={fields.email} stillTyping={typing} onTake={takeHint} />}
        onValueChange={(email) => change('email', email)}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
      />
      <HoneypotField ref={trap} />
      <Refusal state={state} />
      <Button type="submit" size="lg" fullWidth loading={state === 'sending'}>
        {state === 'sending' ? words.sending : words.submit}
      </Button>
      <Assurances />
    </form>
  )
}
