import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Outcome } from '../../backend/auth-call.ts'
import { notify } from '../../ui/toast-store.ts'
import { focusFirstFault } from '../fault-summary.tsx'
import { type AccountField, type Refusal, refusalOf } from './account-errors.ts'
import { rememberEmail, useAccountView } from './account-view.ts'
import { type AccountFaults, checkAccount, type Rules } from './checks.ts'
import { useStillHere } from './use-still-here.ts'
import { headingOf } from './words.ts'

/** What a field of an account form takes. */
export type Bound = {
  name: AccountField
  value: string
  error: string | undefined
  required: true
  onValueChange: (value: string) => void
}

/** A form of the account dialog: what was typed, what is wrong with it, and what became of the last try. */
export type AccountFormState<Fields> = {
  fields: Fields
  faults: AccountFaults
  /** Of the last try, unless something was typed since. */
  refusal: Refusal | null
  sending: boolean
  ref: RefObject<HTMLFormElement | null>
  bind: (name: keyof Fields & AccountField) => Bound
  onSubmit: (event: SubmitEvent) => Promise<void>
  refuse: (refusal: Refusal) => void
}

type AccountFormOptions<Fields, Value> = {
  initial: Fields
  rules?: Rules
  send: (fields: Fields) => Promise<Outcome<Value>>
  /** `isStillHere` as `useStillHere` has it. */
  onDone?: (value: Value, fields: Fields, isStillHere: boolean) => void
}

/**
 * Checks, sends and says what was wrong. What was typed stays through every failure; a refusal that belongs to a field
 * stands beside it, any other beside the button; whoever does not look at the form any more reads it in a toast.
 */
export function useAccountForm<Fields extends Partial<Record<AccountField, string>>, Value>(
  options: AccountFormOptions<Fields, Value>,
): AccountFormState<Fields> {
  const { initial, rules = 'known', send, onDone } = options
  const [fields, setFields] = useState(initial)
  const [faults, setFaults] = useState<AccountFaults>({})
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const ref = useRef<HTMLFormElement>(null)
  const isStillHere = useStillHere()
  const { title } = headingOf(useAccountView())

  function refuse(next: Refusal) {
    const { field, text } = next
    if (!isStillHere()) notify({ kind: 'error', title, text })
    flushSync(() => {
      setFaults(field !== null && field in fields ? { [field]: text } : {})
      setRefusal(next)
      setSending(false)
    })
    focusFirstFault(ref.current)
  }

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy.current) return // Enter and a click in the same moment
    const wrong = checkAccount(fields, rules)
    if (Object.keys(wrong).length > 0) {
      flushSync(() => {
        setFaults(wrong)
        setRefusal(null)
      })
      focusFirstFault(ref.current)
      return
    }
    busy.current = true
    setSending(true)
    setRefusal(null)
    const outcome = await send(fields)
    busy.current = false
    if (!outcome.ok) return refuse(refusalOf(outcome.error))
    setSending(false)
    onDone?.(outcome.value, fields, isStillHere())
  }

  function bind(name: keyof Fields & AccountField): Bound {
    return {
      name,
      value: fields[name] ?? '',
      error: faults[name],
      required: true,
      onValueChange(value) {
        if (name === 'email') rememberEmail(value)
        setFields((before) => ({ ...before, [name]: value }))
        setFaults(({ [name]: _, ...others }) => others)
        setRefusal(null)
      },
    }
  }

  return { fields, faults, refusal, sending, ref, bind, onSubmit, refuse }
}
