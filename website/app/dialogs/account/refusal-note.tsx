import type { Refusal } from './account-errors.ts'
import { WayOn } from './way-on.tsx'

type RefusalNoteProps = { refusal: Refusal; besideField?: boolean }

/** Why the last try did not go through and what can be done. The sentence is left out where a field says it already. */
export function RefusalNote({ refusal: { text, way }, besideField = false }: RefusalNoteProps) {
  if (besideField) {
    return (
      way && (
        <p>
          <WayOn way={way} />
        </p>
      )
    )
  }
  return (
    <p role="alert" className="rounded-lg border border-danger p-4 text-sm">
      {text} {way && <WayOn way={way} />}
    </p>
  )
}
