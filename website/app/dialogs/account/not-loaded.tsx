import { Button } from '../../ui/button.tsx'
import type { Refusal } from './account-errors.ts'
import { RefusalNote } from './refusal-note.tsx'
import { words } from './words.ts'

/** Shown instead of a list that could not be loaded: the error and a retry button. */
export function NotLoaded({ refusal, reload }: { refusal: Refusal; reload: () => void }) {
  return (
    <div className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <Button variant="outline" onClick={reload}>
        {words.tryAgain}
      </Button>
    </div>
  )
}
