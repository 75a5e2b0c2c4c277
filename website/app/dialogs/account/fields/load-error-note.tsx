import { Button } from '../../../ui/button.tsx'
import type { AccountRefusal } from '../account-errors.ts'
import { accountWords } from '../words.ts'
import { RefusalNote } from './refusal-note.tsx'

/** Shows the error and a retry button in place of a list (passkeys, authenticator apps) that could not be loaded. */
export function LoadErrorNote({ refusal, reload }: { refusal: AccountRefusal; reload: () => void }) {
  return (
    <div className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <Button variant="outline" onClick={reload}>
        {accountWords.tryAgain}
      </Button>
    </div>
  )
}
