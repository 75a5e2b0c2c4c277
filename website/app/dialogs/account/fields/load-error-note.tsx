import { Button } from '@site/ui/button.tsx'
import type { AccountErrorMessage } from '../account-errors.ts'
import { accountWords } from '../words.ts'
import { AccountErrorNote } from './account-error-note.tsx'

/** Shows the error and a retry button in place of a list (passkeys, authenticator apps) that could not be loaded. */
export function LoadErrorNote({ refusal, reload }: { refusal: AccountErrorMessage; reload: () => void }) {
  return (
    <div className="grid gap-4">
      <AccountErrorNote refusal={refusal} />
      <Button variant="outline" onClick={reload}>
        {accountWords.tryAgain}
      </Button>
    </div>
  )
}
