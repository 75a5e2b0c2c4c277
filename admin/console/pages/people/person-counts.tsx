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
    formatCount(signups.length, 'sign-up'),
    formatCount(payments.length, 'payment event'),
    formatCount(messages.length, 'message'),
    formatCount(mails.length, 'mail'),
    formatCount(events.length, 'webhook event'),
    account === null ? null : 'the account with its sessions',
    changes === 0 ? null : `${formatCount(changes, 'pending change')} of an account to this address`,
  ].filter((part) => part !== null)
  return (
    <ul className="list-disc ps-6 pt-2">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  )
}

function formatCount(count: number, noun: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? noun : `${noun}s`}`
}
