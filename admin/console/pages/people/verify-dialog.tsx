import { showToast } from '@site/ui/toast-store.ts'
import { formatAmount } from '../../../src/view/text.ts'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { doneSchema, type SignupRow } from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'

type VerifyDialogProps = { row: SignupRow; onClose: () => void; onChanged: () => void }

/** Marks the payment of a sign-up as verified by hand, or as not verified. */
export function VerifyDialog({ row, onClose, onChanged }: VerifyDialogProps) {
  const undo = row.payment_verified
  return (
    <AskDialog
      title={undo ? 'Mark the payment as not verified?' : 'Mark the payment as verified?'}
      action={undo ? 'Not verified' : 'Verified'}
      onClose={onClose}
      reason={{ isRequired: true }}
      onConfirm={async (reason) => {
        await run(doneSchema, 'signups verify', { id: row.id, ...(undo ? { undo } : {}), reason })
        showToast({ kind: 'success', title: undo ? 'The payment is not verified now' : 'The payment is verified' })
        onChanged()
        onClose()
      }}
    >
      <p className="wrap-anywhere">
        {row.amount === null ? 'No amount' : formatAmount(row.amount, row.currency)}, order {row.order_id}. Compare both
        with the payment provider’s list first. If the provider reports something about this order later, that counts
        instead.
      </p>
    </AskDialog>
  )
}
