import { useState } from 'react'
import { Link } from 'wouter'
import { CommandDialog } from '../../parts/command-dialog.tsx'
import { formatCount, formatNumber } from '../../parts/format.ts'
import { Figure, NOT_COUNTED } from '../../parts/panel.tsx'
import type { TodayAnswer } from '../../server-calls/answers.ts'

/** The four numbers that a founder looks for first: places left, sign-ups and downloads of this day, and messages that wait. */
export function Figures({ today, onChange }: { today: TodayAnswer; onChange: () => void }) {
  const { spots, messages, downloads, signups_today, read_at } = today
  const { all, last_week, unconfirmed } = spots.signups
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Figure
        label="Places left"
        value={formatNumber(spots.remaining)}
        detail={spots.countsDown ? 'Each sign-up takes one' : 'Sign-ups take none'}
        action={<ChangeSpots remaining={spots.remaining} onChange={onChange} />}
      />
      <Figure
        label="Sign-ups today"
        value={formatNumber(signups_today)}
        detail={[
          `${formatNumber(last_week)} in a week, ${formatNumber(all)} in all`,
          unconfirmed > 0 && `${formatNumber(unconfirmed)} not confirmed yet`,
        ]
          .filter(Boolean)
          .join('; ')}
      />
      <Figure
        label="Downloads today"
        value={downloads === null ? '–' : formatNumber(downloads.days[read_at.slice(0, 10)] ?? 0)}
        detail={downloads === null ? NOT_COUNTED : `${formatNumber(downloads.downloads)} in 30 days; days end by UTC`}
      />
      <Figure
        label="Waiting for you"
        value={formatNumber(messages.open)}
        tone={messages.open > 0 ? 'warn' : undefined}
        detail={messages.open > 0 ? 'Not answered yet' : 'Every message is answered'}
        action={
          messages.open > 0 && (
            <Link href="/messages" className="text-link text-sm">
              Read {formatCount(messages.open, 'message')}
            </Link>
          )
        }
      />
    </div>
  )
}

/** A button that opens the dialog in which an operator changes the number of places. */
function ChangeSpots({ remaining, onChange }: { remaining: number; onChange: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="text-link text-sm cursor-pointer" onClick={() => setOpen(true)}>
        Change the places
      </button>
      {isOpen && (
        <CommandDialog
          title="Change the places"
          action="Change them"
          command="spots set"
          inputs={[{ name: 'number', label: 'Places left', inputMode: 'numeric', value: String(remaining) }]}
          reason={{ hint: 'For the history, such as “second wave of invitations”.', isRequired: true }}
          toast={({ number }) => ({ title: `Places left: ${number}`, text: 'Open pages show it at once.' })}
          onClose={() => setOpen(false)}
          onDone={onChange}
        />
      )}
    </>
  )
}
