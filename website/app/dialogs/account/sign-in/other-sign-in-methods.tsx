import { Button } from '@site/ui/button.tsx'
import { useState } from 'react'
import { signInWithGoogle } from '../../../backend/account.ts'
import type { AuthCallOutcome } from '../../../backend/auth-call.ts'
import { canUsePasskeys, signInWithPasskey } from '../../../backend/passkeys.ts'
import { AccountErrorNote } from '../fields/account-error-note.tsx'
import { useAuthAction } from '../use-auth-action.ts'
import { useAuthSettings } from '../use-auth-settings.ts'
import { accountWords } from '../words.ts'
import { GoogleMark } from './google-mark.tsx'

/** Maximum time for which the Google button stays busy after a press: longer than a browser needs to navigate to Google. Afterwards the
 * visitor has stopped the navigation. */
const WAY_OUT_MS = 10_000

/** The sign-in buttons for Google and passkeys, each only if the auth service offers that method. */
export function OtherSignInMethods() {
  const { google, passkeys } = useAuthSettings()
  const { busy, refusal, call } = useAuthAction()
  const [way, setWay] = useState<'google' | 'passkey'>('google')
  const hasPasskeys = passkeys && canUsePasskeys()
  if (!google && !hasPasskeys) return null

  const go = (next: typeof way, send: () => Promise<AuthCallOutcome<unknown>>) => {
    setWay(next)
    void call(send)
  }

  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-4 text-sm text-muted">
        <span className="h-px grow bg-line" />
        {accountWords.or}
        <span className="h-px grow bg-line" />
      </p>
      {google && (
        <Button
          variant="outline"
          fullWidth
          loading={busy && way === 'google'}
          disabled={busy}
          onClick={() => go('google', goToGoogle)}
        >
          <GoogleMark />
          {accountWords.google}
        </Button>
      )}
      {hasPasskeys && (
        <Button
          variant="outline"
          fullWidth
          loading={busy && way === 'passkey'}
          disabled={busy}
          onClick={() => go('passkey', signInWithPasskey)}
        >
          {accountWords.passkey}
        </Button>
      )}
      {refusal && <AccountErrorNote refusal={refusal} />}
    </div>
  )
}

/**
 * Starts the sign-in with Google. Resolves while the browser navigates to Google, at the latest when it restores the page from its
 * back/forward cache, because the visitor has navigated back.
 */
async function goToGoogle(): Promise<AuthCallOutcome<unknown>> {
  const outcome = await signInWithGoogle()
  if (outcome.ok) {
    await new Promise<unknown>((resolve) => {
      addEventListener('pageshow', resolve, { once: true })
      setTimeout(resolve, WAY_OUT_MS)
    })
  }
  return outcome
}
