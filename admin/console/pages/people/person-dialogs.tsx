import { useState } from 'react'
import { formatAmount } from '../../../src/view/text.ts'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { CommandDialog, PreviewDialog } from '../../parts/command-dialog.tsx'
import { formatCount } from '../../parts/format.ts'
import { saveFile } from '../../parts/save-file.ts'
import { Loaded } from '../../parts/state.tsx'
import {
  doneSchema,
  erasedSchema,
  erasePreviewSchema,
  type SignupRow,
  type WholePerson,
  wholePersonSchema,
} from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'
import { useCall } from '../../server-calls/use-call.ts'

type SignupDialogProps = { row: SignupRow; onClose: () => void; onDone: () => void }

/** Corrects the name and address of a sign-up, or clears its flag. */
export function CorrectDialog({ row, ...dialog }: SignupDialogProps) {
  const { id, name, email, flag_reason } = row
  return (
    <CommandDialog
      {...dialog}
      title="Correct the sign-up"
      action="Correct"
      command="signups correct"
      fields={{ id }}
      sendsChanges
      inputs={[
        { name: 'name', label: 'Name', value: name },
        {
          name: 'email',
          label: 'Address',
          type: 'email',
          hint: 'Emails that were not sent yet go to the new address.',
          value: email,
        },
        ...(flag_reason === null ? [] : [{ name: 'clear-flag', label: `Reviewed: ${flag_reason}`, value: false }]),
      ]}
      reason={{ hint: 'For the log, without the name or address.', isRequired: true }}
      toast={() => ({ title: 'The sign-up is corrected' })}
    />
  )
}

/** Marks the payment of a sign-up as verified by hand, or as not verified. */
export function VerifyDialog({ row, ...dialog }: SignupDialogProps) {
  const undo = row.payment_verified
  return (
    <CommandDialog
      {...dialog}
      title={undo ? 'Mark the payment as not verified?' : 'Mark the payment as verified?'}
      action={undo ? 'Not verified' : 'Verified'}
      command="signups verify"
      fields={{ id: row.id, undo }}
      reason={{ isRequired: true }}
      toast={() => ({ title: undo ? 'The payment is not verified now' : 'The payment is verified' })}
    >
      <p className="wrap-anywhere">
        {row.amount === null ? 'No amount' : formatAmount(row.amount, row.currency)}, order {row.order_id}. Compare both
        with the payment provider’s list first. If the provider reports something about this order later, that counts
        instead.
      </p>
    </CommandDialog>
  )
}

type AddressDialogProps = { address: string; onClose: () => void }

/** Shows how many sign-ups, messages and mails an erasure deletes, and erases the person after the word "erase" was typed. */
export function EraseDialog({ address, onErased, onClose }: AddressDialogProps & { onErased: () => void }) {
  const [typed, setTyped] = useState('')
  return (
    <PreviewDialog
      title="Erase this person?"
      action="Erase for good"
      command="privacy erase"
      fields={{ email: address }}
      schemas={{ preview: erasePreviewSchema, done: erasedSchema }}
      waiting="Looking up what there is …"
      describe={(person) => (
        <div>
          <p>
            Everything about <b className="wrap-anywhere">{address}</b> is deleted, and cannot be brought back:
          </p>
          <PersonCounts person={person} />
        </div>
      )}
      isReady={() => typed.trim().toLowerCase() === 'erase'}
      reason={{ hint: 'For the log, without the name or address: “asked us by mail”.' }}
      below={
        <label className="grid gap-1.5 font-medium">
          To confirm, type “erase”
          <input
            className="field-input"
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      }
      onClose={onClose}
      onDone={onErased}
    />
  )
}

/** Shows how many sign-ups, messages and mails the copy of a person's data contains, and saves the copy after confirmation. */
export function ExportPersonDialog({ address, onClose }: AddressDialogProps) {
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

/**
 * Lists how many rows of each kind the site stores about a person, and whether there is an account. `changes` is the number of accounts
 * with a pending change to the person's address.
 */
function PersonCounts({ person }: { person: WholePerson & { changes?: number } }) {
  const { signups, payments, messages, mails, events, account, changes = 0 } = person
  const kinds = [
    [signups.length, 'sign-up'],
    [payments.length, 'payment event'],
    [messages.length, 'message'],
    [mails.length, 'email'],
    [events.length, 'webhook event'],
  ] as const
  const parts = [
    ...kinds.filter(([count]) => count > 0).map(([count, noun]) => formatCount(count, noun)),
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
