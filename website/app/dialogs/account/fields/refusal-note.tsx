import type { AccountRefusal } from '../account-errors.ts'
import { RefusalActionButton } from './refusal-action-button.tsx'

type RefusalNoteProps = { refusal: AccountRefusal; besideField?: boolean }

/** Shows the error of the last attempt and a button for the next step. Omits the message when it is already shown beside a form field. */
export function RefusalNote({ refusal: { text, way }, besideField = false }: RefusalNoteProps) {
  if (besideField) {
    return (
      way && (
        <p>
          <RefusalActionButton way={way} />
        </p>
      )
    )
  }
  return (
    <p role="alert" className="rounded-lg border border-danger p-4 text-sm">
      {text} {way && <RefusalActionButton way={way} />}
    </p>
  )
}
