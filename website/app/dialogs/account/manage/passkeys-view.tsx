import { Button } from '@site/ui/button.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { addPasskey, listPasskeys, removePasskey } from '../../../backend/passkeys.ts'
import { AccountErrorNote, LoadErrorNote } from '../fields/account-error-note.tsx'
import { RemovableList } from '../fields/removable-list.tsx'
import { focusDialogTitle } from '../focus-view.ts'
import { useAuthAction, useAuthCallOnMount } from '../use-auth-calls.ts'
import { accountToasts, accountWords } from '../words.ts'

/** Lists the account's passkeys, adds and removes them. */
export function PasskeysView() {
  const { loaded, reload } = useAuthCallOnMount(listPasskeys)
  const { busy: adding, refusal, call } = useAuthAction()
  const added = () => {
    reload()
    showToast({ kind: 'success', ...accountToasts.passkeyAdded })
  }
  const removed = () => {
    focusDialogTitle()
    reload()
    showToast({ kind: 'success', ...accountToasts.passkeyRemoved })
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
            Your device or your password manager keeps your passkey, and you unlock it with your fingerprint, your face
            or a PIN. Nobody can guess it or trick you into giving it away.
          </p>
        ))}
      {refusal && <AccountErrorNote refusal={refusal} />}
      <Button fullWidth loading={adding} onClick={() => call(addPasskey, added)}>
        {accountWords.addPasskey}
      </Button>
    </div>
  )
}
