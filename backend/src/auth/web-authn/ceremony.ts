import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as v from 'valibot'
import type { UserRow } from '../users/user-store.ts'
import type { RelyingParty } from './relying-party.ts'

/** What is kept of an authenticator: its name for the credential and the public key that its answers are checked with. */
export type Credential = { id: string; publicKey: Uint8Array<ArrayBuffer>; counter: number; transports: string[] }

const transportsSchema = v.fallback(
  v.array(v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])),
  [],
)

// The library is only needed once somebody uses a key, and is not small.
const library = () => import('@simplewebauthn/server')

/** How a credential shall be made. */
export type Wish = {
  /** `required` for a passkey, which must be found without a name; `discouraged` for a factor, which would replace it. */
  residentKey: 'required' | 'discouraged'
  exclude: readonly string[]
}

/** The question to make a credential (WebAuthn Level 3, 5.4). Its `challenge` must come back signed. */
export async function askToCreate(party: RelyingParty, user: UserRow, { residentKey, exclude }: Wish) {
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

/** The question to sign with a credential: with one of these, or with any when none is named. */
export async function askToSign(party: RelyingParty, allowed: readonly Pick<Credential, 'id' | 'transports'>[]) {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: allowed.map(({ id, transports }) => ({ id, transports: v.parse(transportsSchema, transports) })),
    userVerification: 'preferred',
  })
  return { ...options, allowCredentials: options.allowCredentials ?? [] }
}

/** An authenticator's answer, as the browser wrote it down, and the challenge it has to answer. */
export type Answer = { challenge: string; response: Record<string, unknown> }

/** The credential that an answer made, or null. Throws on an answer that is not well formed. */
export async function readCreated(
  party: RelyingParty,
  { challenge, response }: Answer,
): Promise<{ credential: Credential; aaguid: string } | null> {
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // The library checks every member of it; the type only says what it will look for.
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

/** The counter after an answer that a credential signed, or null. Throws on an answer that is not well formed. */
export async function readSigned(
  party: RelyingParty,
  { challenge, response }: Answer,
  credential: Credential,
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
