import { type AuthCallOutcome, callAuth } from './auth-call.ts'

/** A passkey that is registered for the account; `since` is the time at which it was added. */
export type Passkey = { id: string; name: string; since: string }

/**
 * Returns whether passkeys can be used in this page: the browser supports WebAuthn, and the page's host is a domain name. WebAuthn does not
 * work when the host is an IP address.
 */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
}

/** Signs in with a passkey that the visitor chooses in the browser's prompt. */
export function signInWithPasskey(): Promise<AuthCallOutcome<unknown>> {
  return callAuth((auth) => auth.signInWithPasskey())
}

/** Registers a passkey for the signed-in account. */
export function addPasskey(): Promise<AuthCallOutcome<unknown>> {
  return callAuth((auth) => auth.registerPasskey())
}

/** Lists the account's passkeys. */
export function listPasskeys(): Promise<AuthCallOutcome<Passkey[]>> {
  return callAuth(async (auth) => {
    const { data, error } = await auth.passkey.list()
    if (error) return { data, error }
    return {
      data: data.map(({ id, friendly_name, created_at }) => ({ id, name: friendly_name ?? '', since: created_at })),
      error: null,
    }
  })
}

/** Removes a passkey from the account. The device still has the private key, but the auth service no longer accepts it. */
export function removePasskey(id: string): Promise<AuthCallOutcome<unknown>> {
  return callAuth((auth) => auth.passkey.delete({ passkeyId: id }))
}
