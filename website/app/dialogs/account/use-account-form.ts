import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AuthCallOutcome } from '../../backend/auth-call.ts'
import { showToast } from '../../ui/toast-store.ts'
import { focusFirstInvalidField } from '../field-error-summary.tsx'
import { type AccountErrorMessage, type AccountField, describeAccountError } from './account-errors.ts'
import { storeTypedEmail, useAccountView } from './account-view.ts'
import { type AccountFieldErrors, type AccountFieldRules, validateAccountFields } from './checks.ts'
import { useIsMounted } from './use-is-mounted.ts'
import { getAccountHeading } from './words.ts'

/** The props that bind an input field to an account form's state. */
export type BoundFieldProps = {
  name: AccountField
  value: string
  error: string | undefined
  required: true
  onValueChange: (value: string) => void
}

/** State of a form of the account dialog: values, validation errors and the result of the last submission. */
export type AccountFormState<Fields> = {
  fields: Fields
  faults: AccountFieldErrors
  /** Error of the last submission; null again after the next input. */
  refusal: AccountErrorMessage | null
  sending: boolean
  ref: RefObject<HTMLFormElement | null>
  bind: (name: keyof Fields & AccountField) => BoundFieldProps
  onSubmit: (event: SubmitEvent) => Promise<void>
  refuse: (refusal: AccountErrorMessage) => void
}

type AccountFormOptions<Fields, Value> = {
  initial: Fields
  rules?: AccountFieldRules
  send: (fields: Fields) => Promise<AuthCallOutcome<Value>>
  /** Called after a successful submission. `isStillHere` is whether the form's view is still shown. */
  onDone?: (value: Value, fields: Fields, isStillHere: boolean) => void
}

/**
 * React hook with the state and submission of an account form: validates the input, sends it and shows errors. The input is kept after a
 * failure. An error is shown beside its field or beside the submit button, or in a toast when the visitor has left the form.
 */
export function useAccountForm<Fields extends Partial<Record<AccountField, string>>, Value>(
  options: AccountFormOptions<Fields, Value>,
): AccountFormState<Fields> {
  const { initial, rules = 'known', send, onDone } = options
  const [fields, setFields] = useState(initial)
  const [faults, setFaults] = useState<AccountFieldErrors>({})
  const [refusal, setRefusal] = useState<AccountErrorMessage | null>(null)
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const ref = useRef<HTMLFormElement>(null)
  const isStillHere = useIsMounted()
  const { title } = getAccountHeading(useAccountView())

  function refuse(next: AccountErrorMessage) {
    const { field, text } = next
    if (!isStillHere()) showToast({ kind: 'error', title, text })
    flushSync(() => {
      setFaults(field !== null && field in fields ? { [field]: text } : {})
      setRefusal(next)
      setSending(false)
    })
    focusFirstInvalidField(ref.current)
  }

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy.current) return // prevents a double submission by Enter and a click in the same frame
    const wrong = validateAccountFields(fields, rules)
    if (Object.keys(wrong).length > 0) {
      flushSync(() => {
        setFaults(wrong)
        setRefusal(null)
      })
      focusFirstInvalidField(ref.current)
      return
    }
    busy.current = true
    setSending(true)
    setRefusal(null)
    const outcome = await send(fields)
    busy.current = false
    if (!outcome.ok) return refuse(describeAccountError(outcome.error))
    setSending(false)
    onDone?.(outcome.value, fields, isStillHere())
  }

  function bind(name: keyof Fields & AccountField): BoundFieldProps {
    return {
      name,
      value: fields[name] ?? '',
      error: faults[name],
      required: true,
      onValueChange(value) {
        if (name === 'email') storeTypedEmail(value)
        setFields((before) => ({ ...before, [name]: value }))
        setFaults(({ [name]: _, ...others }) => others)
        setRefusal(null)
      },
    }
  }

  return { fields, faults, refusal, sending, ref, bind, onSubmit, refuse }
}
