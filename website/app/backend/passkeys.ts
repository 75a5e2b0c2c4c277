import { callAuth, type Outcome } from './auth-call.ts'

/** A passkey of the account: a device or a password manager that signs in by itself. */
export type Passkey = { id: string; name: string; since: string }

/** Whether this browser can use passkeys here; it can't on an address that is an IP number. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
}

/** Signs in with a passkey that the browser asks the visitor for. */
export function signInWithPasskey(): Promise<Outcome<unknown>> {
  return callAuth((auth) => auth.signInWithPasskey())
}

/** Makes a passkey for the signed-in account. */
export function addPasskey(): Promise<Outcome<unknown>> {
  return callAuth((auth) => auth.registerPasskey())
}

/** The account's passkeys. */
export function listPasskeys(): Promise<Outcome<Passkey[]>> {
  return callAuth(async (auth) => {
    const { data, error } = await auth.passkey.list()
    if (error) return { data, error }
    return {
      data: data.map(({ id, friendly_name, created_at }) => ({ id, name: friendly_name ?? '', since: created_at })),
      error: null,
    }
  })
}

/** Takes a passkey away; the device keeps its half, which opens nothing any more. */
export function removePasskey(id: string): Promise<Outcome<unknown>> {
  return callAuth((auth) => auth.passkey.delete({ passkeyId: id }))
}
