import type { Signup } from '../rows.ts'
import { drawTable } from '../view/table.ts'
import { counted, timeText } from '../view/text.ts'

/** Sign-ups as people read them. */
export function signupTable(signups: readonly Signup[]): string {
  if (signups.length === 0) return 'Nobody.'
  const rows = signups.map(({ created_at, name, email, is_paid, payment_verified, amount }) => [
    timeText(created_at),
    !is_paid ? 'free' : `${payment_verified ? 'paid' : 'says paid'} ${amount ?? ''}`,
    email,
    name,
  ])
  const columns = [{ title: 'When' }, { title: 'Access' }, { title: 'Address', most: 60 }, { title: 'Name', most: 60 }]
  return `${drawTable(columns, rows)}\n${counted(signups.length, 'sign-up')}`
}
