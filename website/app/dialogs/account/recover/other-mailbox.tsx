import { runAfterFrame } from '@site/ui/after-frame.ts'
import { Button } from '@site/ui/button.tsx'
import { accountWords } from '../words.ts'

/**
 * The view after the first of the two confirmations that a change of e-mail address needs: asks for the confirmation from the other
 * mailbox.
 */
export function OtherMailboxNote({ onDone }: { onDone: () => void }) {
  return (
    <div className="grid gap-5">
      <p>
        We’ve also sent an email to the other address. Open the link in it to finish the change. Until then, sign in as
        before.
      </p>
      <Button variant="outline" onClick={() => runAfterFrame(onDone)}>
        {accountWords.done}
      </Button>
    </div>
  )
}
