import { AskDialog } from '../../parts/ask-dialog.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { Loaded } from '../../parts/state.tsx'
import { doneSchema, wholePersonSchema } from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'
import { useCall } from '../../server-calls/use-call.ts'
import { PersonCounts } from './person-counts.tsx'

/** Shows how many sign-ups, messages and mails the copy of a person's data contains, and saves the copy after confirmation. */
export function ExportPersonDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const call = useCall(wholePersonSchema, 'privacy show', { who: address })
  return (
    <AskDialog
      title="Export everything?"
      action="Save the file"
      onClose={onClose}
      isReady={call.data !== null}
      reason={{ hint: 'For the log, without the name or address.' }}
      onConfirm={async (reason) => {
        const copy = await run(doneSchema, 'privacy export', { email: address, reason })
        saveFile('person.json', new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' }))
        onClose()
      }}
    >
      <Loaded call={call}>
        {(person) => (
          <div>
            <p>
              The file contains everything stored about <b className="wrap-anywhere">{address}</b>. Give it to this
              person only.
            </p>
            <PersonCounts person={person} />
          </div>
        )}
      </Loaded>
    </AskDialog>
  )
}
