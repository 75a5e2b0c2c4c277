import { useState } from 'react'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { ReasonField } from '../../parts/reason-field.tsx'
import { erasedSchema, erasePreviewSchema } from '../../server-calls/answers.ts'
import { ask } from '../../server-calls/run.ts'
import { useAsked } from '../../server-calls/use-asked.ts'
import { PersonCounts } from './person-counts.tsx'

type Asked = Awaited<ReturnType<typeof askToErase>>

type EraseDialogProps = { address: string; onClose: () => void; onErased: () => void }

/** Shows how many sign-ups, messages and mails an erasure deletes, and erases the person after the word "erase" was typed. */
export function EraseDialog({ address, onClose, onErased }: EraseDialogProps) {
  const asked = useAsked(address, () => askToErase(address))
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const isAsked = asked !== null && !(asked instanceof Error)
  return (
    <AskDialog
      title="Erase this person?"
      action="Erase for good"
      onClose={onClose}
      isReady={isAsked && typed.trim().toLowerCase() === 'erase'}
      onConfirm={async () => {
        if (!isAsked) return
        await asked.confirm(reason)
        onErased()
      }}
    >
      {asked === null && <p className="text-muted">Looking up what there is …</p>}
      {asked instanceof Error && <p className="text-danger">{asked.message}</p>}
      {isAsked && <Preview preview={asked.preview} address={address} />}
      <ReasonField
        value={reason}
        onValueChange={setReason}
        hint="For the log, without the name or address: “asked us by mail”."
      />
      <label className="grid gap-1.5 font-medium">
        To confirm, type “erase”
        <input
          className="field-input"
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
    </AskDialog>
  )
}

function askToErase(address: string) {
  return ask({ preview: erasePreviewSchema, done: erasedSchema }, 'privacy erase', { email: address })
}

function Preview({ preview, address }: { preview: Asked['preview']; address: string }) {
  return (
    <div>
      <p>
        Everything about <b className="wrap-anywhere">{address}</b> is deleted, and cannot be brought back:
      </p>
      <PersonCounts person={preview} />
    </div>
  )
}
