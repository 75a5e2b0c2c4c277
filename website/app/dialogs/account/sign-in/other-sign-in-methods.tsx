import { Button } from '@site/ui/button.tsx'
import { useState } from 'react'
import { signInWithGoogle } from '../../../backend/account.ts'
import type { AuthCallOutcome } from '../../../backend/auth-call.ts'
import { canUsePasskeys, signInWithPasskey } from '../../../backend/passkeys.ts'
import { AccountErrorNote } from '../fields/account-error-note.tsx'
import { useAuthAction, useAuthSettings } from '../use-auth-calls.ts'
import { accountWords } from '../words.ts'

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

/** Google's logo in its four colours, as its branding guidelines for sign-in buttons require. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M22.6 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.94a5.08 5.08 0 0 1-2.2 3.33v2.77h3.56c2.09-1.92 3.3-4.75 3.3-8.11z"
      />
      <path
        fill="#34A853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.56-2.77c-.98.66-2.24 1.06-3.72 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23z"
      />
      <path fill="#FBBC05" d="M5.84 14.1a6.6 6.6 0 0 1 0-4.2V7.06H2.18a11 11 0 0 0 0 9.88z" />
      <path
        fill="#EA4335"
        d="M12 5.38c1.62 0 3.06.55 4.2 1.64l3.16-3.16A11 11 0 0 0 2.18 7.06L5.84 9.9C6.71 7.3 9.14 5.38 12 5.38z"
      />
    </svg>
  )
}
