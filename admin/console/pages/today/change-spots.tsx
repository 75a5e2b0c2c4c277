import { TextField } from '@site/ui/field.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { doneSchema } from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'

/** A button that opens the dialog in which an operator changes the number of places. */
export function ChangeSpots({ remaining, onChange }: { remaining: number; onChange: () => void }) {
  const [number, setNumber] = useState<string | null>(null)
  return (
    <>
      <button type="button" className="text-link text-sm cursor-pointer" onClick={() => setNumber(String(remaining))}>
        Change the places
      </button>
      {number !== null && (
        <AskDialog
          title="Change the places"
          action="Change them"
          onClose={() => setNumber(null)}
          reason={{ hint: 'For the history, such as “second wave of invitations”.', isRequired: true }}
          onConfirm={async (reason) => {
            await run(doneSchema, 'spots set', { number, reason })
            showToast({ kind: 'success', title: `Places left: ${number}`, text: 'Open pages show it at once.' })
            onChange()
            setNumber(null)
          }}
        >
          <TextField label="Places left" name="number" inputMode="numeric" value={number} onValueChange={setNumber} />
        </AskDialog>
      )}
    </>
  )
}
