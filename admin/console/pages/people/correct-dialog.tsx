import { TextField } from '@site/ui/field.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { CheckBox } from '../../parts/check-box.tsx'
import { doneSchema, type SignupRow } from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'

type CorrectDialogProps = { row: SignupRow; onClose: () => void; onCorrected: () => void }

/** Corrects the name and address of a sign-up, or clears its flag. */
export function CorrectDialog({ row, onClose, onCorrected }: CorrectDialogProps) {
  const [name, setName] = useState(row.name)
  const [email, setEmail] = useState(row.email)
  const [clearsFlag, setClearsFlag] = useState(false)
  const changes = {
    ...(name === row.name ? {} : { name }),
    ...(email === row.email ? {} : { email }),
    ...(clearsFlag ? { 'clear-flag': true } : {}),
  }
  return (
    <AskDialog
      title="Correct the sign-up"
      action="Correct"
      onClose={onClose}
      isReady={Object.keys(changes).length > 0}
      reason={{ hint: 'For the log, without the name or address.', isRequired: true }}
      onConfirm={async (reason) => {
        await run(doneSchema, 'signups correct', { id: row.id, ...changes, reason })
        showToast({ kind: 'success', title: 'The sign-up is corrected' })
        onCorrected()
        onClose()
      }}
    >
      <TextField label="Name" name="name" autoComplete="off" value={name} onValueChange={setName} />
      <TextField
        label="Address"
        name="email"
        type="email"
        autoComplete="off"
        hint="Emails that were not sent yet go to the new address."
        value={email}
        onValueChange={setEmail}
      />
      {row.flag_reason !== null && (
        <CheckBox checked={clearsFlag} onCheck={setClearsFlag}>
          Reviewed: {row.flag_reason}
        </CheckBox>
      )}
    </AskDialog>
  )
}
