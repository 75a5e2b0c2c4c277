import { useState } from 'react'
import { addPasskey, listPasskeys, removePasskey } from '../../../backend/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/toast-store.ts'
import { type AccountRefusal, refusalOf } from '../account-errors.ts'
import { LoadErrorNote } from '../fields/load-error-note.tsx'
import { RefusalNote } from '../fields/refusal-note.tsx'
import { RemovableList } from '../fields/removable-list.tsx'
import { focusDialogTitle } from '../focus-view.ts'
import { useCallOutcome } from '../use-call-outcome.ts'
import { accountWords, notices } from '../words.ts'

/** Lists the account's passkeys, adds and removes them. */
export function PasskeysView() {
  const { loaded, reload } = useCallOutcome(listPasskeys)
  const [refusal, setRefusal] = useState<AccountRefusal | null>(null)
  const [adding, setAdding] = useState(false)

  async function add() {
    setAdding(true)
    setRefusal(null)
    const outcome = await addPasskey()
    setAdding(false)
    if (!outcome.ok) return setRefusal(refusalOf(outcome.error))
    reload()
    notify({ kind: 'success', ...notices.passkeyAdded })
  }

  const removed = () => {
    focusDialogTitle()
    reload()
    notify({ kind: 'success', ...notices.passkeyRemoved })
  }

  if (loaded.state === 'failed') return <LoadErrorNote refusal={loaded.refusal} reload={reload} />
  return (
    <div className="grid gap-5">
      {loaded.state === 'loading' && <p role="status">{accountWords.loading}</p>}
      {loaded.state === 'loaded' &&
        (loaded.value.length > 0 ? (
          <RemovableList items={loaded.value} fallbackName="Passkey" remove={removePasskey} onRemoved={removed} />
        ) : (
          <p>
            A passkey is kept by your device or your password manager and opened with your finger, your face or a PIN.
            Nobody can guess it or talk you out of it.
          </p>
        ))}
      {refusal && <RefusalNote refusal={refusal} />}
      <Button fullWidth loading={adding} onClick={add}>
        {accountWords.addPasskey}
      </Button>
    </div>
  )
}
