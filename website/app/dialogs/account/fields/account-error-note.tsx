import type { AccountErrorMessage } from '../account-errors.ts'
import { AccountErrorActionButton } from './account-error-action-button.tsx'

type RefusalNoteProps = { refusal: AccountErrorMessage; besideField?: boolean }

/**
 * Shows the error of a form's last submission and a button for the next step. Omits the message when it is already shown beside a form
 * field.
 */
export function AccountErrorNote({ refusal: { text, way }, besideField = false }: RefusalNoteProps) {
  if (besideField) {
    return (
      way && (
        <p>
          <AccountErrorActionButton way={way} />
        </p>
      )
    )
  }
  return (
    <p className="rounded-card border border-danger p-4 text-sm">
      <span role="alert">{text}</span> {way && <AccountErrorActionButton way={way} />}
    </p>
  )
}
