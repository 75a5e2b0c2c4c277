import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as v from 'valibot'
import type { UserRow } from '../users/user-store.ts'
import type { RelyingParty } from './relying-party.ts'

/** A stored credential: its id and the public key that verifies the authenticator's signatures. */
export type StoredWebAuthnCredential = {
  id: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

const transportsSchema = v.fallback(
  v.array(v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])),
  [],
)

// Lazy import: the WebAuthn library is large and only needed when a passkey or security key is used.
const library = () => import('@simplewebauthn/server')

/** The settings of a WebAuthn registration. */
export type WebAuthnRegistrationSettings = {
  /**
   * `required` for a passkey, so that the browser finds it without a user name. `discouraged` for a second factor: a second resident key of
   * the same user on one authenticator would replace the passkey.
   */
  residentKey: 'required' | 'discouraged'
  exclude: readonly string[]
}

/** Generates the options of a WebAuthn registration (Level 3, 5.4). The authenticator's response must contain their `challenge`. */
export async function createRegistrationOptions(
  party: RelyingParty,
  user: UserRow,
  { residentKey, exclude }: WebAuthnRegistrationSettings,
) {
  const { generateRegistrationOptions } = await library()
  const name = user.email ?? user.phone ?? user.id
  return await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: name,
    userDisplayName: name,
    attestationType: 'none',
    authenticatorSelection: { residentKey, userVerification: 'preferred' },
    excludeCredentials: exclude.map((id) => ({ id })),
  })
}

/** Generates the options of a WebAuthn authentication. An empty list of credentials allows any passkey of the site. */
export async function createAuthenticationOptions(
  party: RelyingParty,
  allowed: readonly Pick<StoredWebAuthnCredential, 'id' | 'transports'>[],
) {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: allowed.map(({ id, transports }) => ({ id, transports: v.parse(transportsSchema, transports) })),
    userVerification: 'preferred',
  })
  return { ...options, allowCredentials: options.allowCredentials ?? [] }
}

/** An authenticator's WebAuthn response, as the browser serialised it, and the expected challenge. */
export type AuthenticatorResponse = { challenge: string; response: Record<string, unknown> }

/** Verifies a WebAuthn registration. Returns the new credential, or null when the response is not valid. Throws for a malformed response. */
export async function verifyWebAuthnRegistration(
  party: RelyingParty,
  { challenge, response }: AuthenticatorResponse,
): Promise<{ credential: StoredWebAuthnCredential; aaguid: string } | null> {
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // The cast is safe, because the library validates every field at run time.
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: false,
  })
  if (!verified) return null
  const { credential, aaguid } = registrationInfo
  return { credential: { ...credential, transports: v.parse(transportsSchema, credential.transports) }, aaguid }
}

/** Verifies a WebAuthn authentication. Returns the new signature counter, or null when the signature is not valid. Throws for a malformed response. */
export async function verifyWebAuthnAuthentication(
  party: RelyingParty,
  { challenge, response }: AuthenticatorResponse,
  credential: StoredWebAuthnCredential,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    credential: { id: credential.id, publicKey: credential.publicKey, counter: credential.counter },
    requireUserVerification: false,
  })
  return verified ? authenticationInfo.newCounter : null
}
