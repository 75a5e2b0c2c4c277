import { Button } from '@site/ui/button.tsx'
import { TextField } from '@site/ui/field.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { doneSchema, type TodayAnswer } from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'

type SpotsProps = Pick<TodayAnswer, 'spots' | 'changes'> & { onChange: () => void }

/** The number of remaining spots, with its latest manual changes and their reasons. */
export function Spots({ spots, changes, onChange }: SpotsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title="Spots left"
      actions={
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          Change
        </Button>
      }
    >
      <p className="font-display text-3xl tabular-nums">{spots.remaining.toLocaleString()}</p>
      <p className="text-sm text-muted">{spots.countsDown ? 'Each sign-up takes one.' : 'Sign-ups take none.'}</p>
      {changes.length > 0 && (
        <ul className="mt-4 grid gap-3 border-t border-line pt-4 text-sm">
          {changes.map(({ id, old_value, new_value, reason, changed_at }) => (
            <li key={id}>
              <b className="tabular-nums">
                {old_value ?? '–'} → {new_value ?? '–'}
              </b>{' '}
              <span dir="auto" className="wrap-anywhere">
                {reason ?? '(no reason given)'}
              </span>
              <span className="block text-muted">
                <Moment at={changed_at} />
              </span>
            </li>
          ))}
          <li>
            <Link href="/settings" className="text-link">
              All changes
            </Link>
          </li>
        </ul>
      )}
      {isOpen && <ChangeSpots remaining={spots.remaining} onClose={() => setOpen(false)} onChange={onChange} />}
    </Panel>
  )
}

function ChangeSpots({
  remaining,
  onClose,
  onChange,
}: {
  remaining: number
  onClose: () => void
  onChange: () => void
}) {
  const [number, setNumber] = useState(String(remaining))
  return (
    <AskDialog
      title="Change the spots"
      action="Set the spots"
      onClose={onClose}
      reason={{ hint: 'For the history, such as “second wave of invitations”.' }}
      onConfirm={async (reason) => {
        await run(doneSchema, 'spots set', { number, reason })
        showToast({ kind: 'success', title: `Spots left: ${number}`, text: 'Open pages show it at once.' })
        onChange()
        onClose()
      }}
    >
      <TextField label="Spots left" name="number" inputMode="numeric" value={number} onValueChange={setNumber} />
    </AskDialog>
  )
}
