import type { Refusal } from './account-errors.ts'
import { NextStepButton } from './next-step-button.tsx'

type RefusalNoteProps = { refusal: Refusal; besideField?: boolean }

/** The error of the last attempt with its next step. The sentence is left out when it is shown beside a field. */
export function RefusalNote({ refusal: { text, way }, besideField = false }: RefusalNoteProps) {
  if (besideField) {
    return (
      way && (
        <p>
          <NextStepButton way={way} />
        </p>
      )
    )
  }
  return (
    <p role="alert" className="rounded-lg border border-danger p-4 text-sm">
      {text} {way && <NextStepButton way={way} />}
    </p>
  )
}
