import { Button } from '@site/ui/button.tsx'
import { formatCalendarDay } from '@site/ui/calendar-text.ts'
import { useState } from 'react'
import type { AuthCallOutcome } from '../../../backend/auth-call.ts'
import { useAuthAction } from '../use-auth-calls.ts'
import { accountWords } from '../words.ts'
import { AccountErrorNote } from './account-error-note.tsx'

type Item = { id: string; name: string; since: string }

type RemovableListProps = {
  items: Item[]
  /** Label for an authenticator app or passkey without a name. */
  fallbackName: string
  remove: (id: string) => Promise<AuthCallOutcome<unknown>>
  onRemoved: () => void
}

/** A list of authenticator apps or passkeys with the dates on which they were added. Removing one must be confirmed by a second press. */
export function RemovableList({ items, fallbackName, remove, onRemoved }: RemovableListProps) {
  const [asked, setAsked] = useState<string | null>(null)
  const { busy: removing, refusal, call } = useAuthAction()
  const removed = () => {
    setAsked(null)
    onRemoved()
  }

  return (
    <>
      {refusal && <AccountErrorNote refusal={refusal} />}
      <ul className="border-t border-line">
        {items.map(({ id, name, since }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3"
          >
            <p>
              <span className="block font-medium wrap-anywhere">{name || fallbackName}</span>
              <span className="text-sm text-muted">Added {formatCalendarDay(new Date(since), 'of the visitor')}</span>
            </p>
            <span className="flex flex-wrap gap-2">
              {asked === id && (
                <Button
                  size="sm"
                  variant="secondary"
                  loading={removing}
                  onClick={() => call(() => remove(id), removed)}
                >
                  {removing ? accountWords.removing : accountWords.reallyRemove}
                </Button>
              )}
              {/* 'Remove' and 'Keep it' (cancel) are labels of the same button element, so that it keeps the focus. A double click
                  therefore cancels the removal instead of confirming it. */}
              <Button
                size="sm"
                variant="outline"
                disabled={removing}
                aria-label={asked === id ? accountWords.keep : `${accountWords.removeApp}: ${name || fallbackName}`}
                onClick={() => setAsked(asked === id ? null : id)}
              >
                {asked === id ? accountWords.keep : accountWords.removeApp}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
