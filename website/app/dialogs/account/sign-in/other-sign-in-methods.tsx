import { useEffect, useState } from 'react'
import { signInWithGoogle } from '../../../backend/account.ts'
import type { AuthCallOutcome } from '../../../backend/auth-call.ts'
import { canUsePasskeys, signInWithPasskey } from '../../../backend/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { type AccountErrorMessage, describeAccountError } from '../account-errors.ts'
import { AccountErrorNote } from '../fields/account-error-note.tsx'
import { useAuthSettings } from '../use-auth-settings.ts'
import { accountWords } from '../words.ts'
import { GoogleMark } from './google-mark.tsx'

/** Maximum time for which the Google button stays busy after a press: longer than a browser needs to navigate to Google. */
const WAY_OUT_MS = 10_000

/** The sign-in buttons for Google and passkeys, each only if the auth service offers that method. */
export function OtherSignInMethods() {
  const { google, passkeys } = useAuthSettings()
  const [refusal, setRefusal] = useState<AccountErrorMessage | null>(null)
  const [busy, setBusy] = useState<'google' | 'passkey' | null>(null)
  useEffect(() => {
    if (busy !== 'google') return
    // Resets the busy button when the visitor navigates back from Google and the browser restores the page from its back/forward cache.
    const free = () => setBusy(null)
    addEventListener('pageshow', free)
    return () => removeEventListener('pageshow', free)
  }, [busy])
  const hasPasskeys = passkeys && canUsePasskeys()
  if (!google && !hasPasskeys) return null

  async function go(way: 'google' | 'passkey', call: () => Promise<AuthCallOutcome<unknown>>) {
    setBusy(way)
    setRefusal(null)
    const outcome = await call()
    // Keeps the button busy while the browser navigates to Google. The timeout makes it usable again if the visitor stops the navigation.
    if (outcome.ok && way === 'google') await pause(WAY_OUT_MS)
    // Resets the busy state only if it is still that of this sign-in method, because the visitor may have started another one meanwhile.
    setBusy((now) => (now === way ? null : now))
    if (!outcome.ok) setRefusal(describeAccountError(outcome.error))
  }

  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {accountWords.or}
      </p>
      {google && (
        <Button
          variant="outline"
          fullWidth
          loading={busy === 'google'}
          disabled={busy !== null}
          onClick={() => go('google', signInWithGoogle)}
        >
          <GoogleMark />
          {accountWords.google}
        </Button>
      )}
      {hasPasskeys && (
        <Button
          variant="outline"
          fullWidth
          loading={busy === 'passkey'}
          disabled={busy !== null}
          onClick={() => go('passkey', signInWithPasskey)}
        >
          {accountWords.passkey}
        </Button>
      )}
      {refusal && <AccountErrorNote refusal={refusal} />}
    </div>
  )
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
