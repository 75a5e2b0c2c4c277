import { formatCount } from '../../parts/format.ts'

type PersonCountsProps = {
  person: {
    signups: readonly unknown[]
    payments: readonly unknown[]
    messages: readonly unknown[]
    mails: readonly unknown[]
    events: readonly unknown[]
    account: unknown
    changes?: number
  }
}

/**
 * Lists how many rows of each kind the site stores about a person, and whether there is an account. `changes` is the number of accounts
 * with a pending change to the person's address.
 */
export function PersonCounts({ person }: PersonCountsProps) {
  const { signups, payments, messages, mails, events, account, changes = 0 } = person
  const parts = [
    signups.length > 0 && formatCount(signups.length, 'sign-up'),
    payments.length > 0 && formatCount(payments.length, 'payment event'),
    messages.length > 0 && formatCount(messages.length, 'message'),
    mails.length > 0 && formatCount(mails.length, 'email'),
    events.length > 0 && formatCount(events.length, 'webhook event'),
    account !== null && 'the account with its sessions',
    changes > 0 && `${formatCount(changes, 'pending change')} of an account to this address`,
  ].filter((part) => part !== false)
  return (
    <ul className="list-disc ps-6 pt-2">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  )
}
