import { showToast } from '@site/ui/toast-store.ts'
import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AuthCallOutcome } from '../../backend/auth-call.ts'
import { focusFirstInvalidField } from '../field-errors.tsx'
import { useSubmission } from '../submission.ts'
import { type AccountErrorMessage, type AccountField, describeAccountError } from './account-errors.ts'
import { storeTypedEmail, useAccountView } from './account-view.ts'
import {
  type AccountFieldErrors,
  type AccountFieldRules,
  type AccountFields,
  normaliseAccountFields,
  validateAccountFields,
} from './checks.ts'
import { useIsMounted } from './use-is-mounted.ts'
import { getAccountHeading } from './words.ts'

/** The props that bind an input field to an account form's state. */
export type BoundFieldProps = {
  name: AccountField
  defaultValue: string
  error: string | undefined
  required: true
  onValueChange: (value: string) => void
}

/** State of a form of the account dialog: validation errors and the result of the last submission. */
export type AccountFormState<Field extends AccountField> = {
  faults: AccountFieldErrors
  /** Error of the last submission; null again after the next input. */
  refusal: AccountErrorMessage | null
  /** Whether the error is shown beside its field. */
  isBesideField: boolean
  sending: boolean
  ref: RefObject<HTMLFormElement | null>
  bind: (name: Field) => BoundFieldProps
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
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
export function useAccountForm<Field extends AccountField, Value>(
  options: AccountFormOptions<Record<Field, string>, Value>,
): AccountFormState<Field> {
  const { rules = 'known', send, onDone } = options
  const [initial] = useState(options.initial)
  const [faults, setFaults] = useState<AccountFieldErrors>({})
  const [refusal, setRefusal] = useState<AccountErrorMessage | null>(null)
  const ref = useRef<HTMLFormElement>(null)
  const isStillHere = useIsMounted()
  const { title } = getAccountHeading(useAccountView())

  function show(faults: AccountFieldErrors, refusal: AccountErrorMessage | null) {
    flushSync(() => {
      setFaults(faults)
      setRefusal(refusal)
    })
    focusFirstInvalidField(ref.current)
  }

  function refuse(next: AccountErrorMessage) {
    const { field, text } = next
    if (!isStillHere()) showToast({ kind: 'error', title, text })
    show(field !== null && field in initial ? { [field]: text } : {}, next)
  }

  const submission = useSubmission({
    fields: initial,
    async send(fields) {
      const { email }: AccountFields = fields
      if (email !== undefined) storeTypedEmail(email)
      const wrong = validateAccountFields(fields, rules)
      if (Object.keys(wrong).length > 0) {
        show(wrong, null)
        return 'refused'
      }
      setRefusal(null)
      const checked = normaliseAccountFields(fields)
      const outcome = await send(checked)
      if (outcome.ok) onDone?.(outcome.value, checked, isStillHere())
      else refuse(describeAccountError(outcome.error))
      return outcome.ok ? 'done' : 'refused'
    },
    onThrown: () => refuse(describeAccountError(null)),
  })

  function bind(name: Field): BoundFieldProps {
    return {
      name,
      defaultValue: initial[name],
      error: faults[name],
      required: true,
      onValueChange(value) {
        if (name === 'email') storeTypedEmail(value)
        setFaults(({ [name]: _, ...others }) => others)
        setRefusal(null)
      },
    }
  }

  const isBesideField = refusal !== null && refusal.field !== null && refusal.field in initial
  return { faults, refusal, isBesideField, ref, bind, refuse, ...submission }
}
