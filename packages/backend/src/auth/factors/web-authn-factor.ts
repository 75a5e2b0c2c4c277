import * as v from 'valibot'
import type { Tx } from '../../database/port/tables.ts'
import type { Refusal } from '../../http/errors.ts'
import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { FactorRow, UserRow } from '../users/user-store.ts'
import {
  type AuthenticatorResponse,
  createAuthenticationOptions,
  createRegistrationOptions,
  type StoredWebAuthnCredential,
  verifyWebAuthnAuthentication,
  verifyWebAuthnRegistration,
} from '../web-authn/ceremony.ts'
import { createRelyingParty, type RelyingParty } from '../web-authn/relying-party.ts'
import { type FactorChallengeRow, updateFactor } from './factor-store.ts'

/** Schema of the stored WebAuthn credential of a verified second factor. */
const storedSchema = v.object({
  id: v.string(),
  publicKey: v.pipe(
    v.string(),
    v.transform((text) => Uint8Array.from(Buffer.from(text, 'base64url'))),
  ),
  counter: v.number(),
  transports: v.optional(v.array(v.string()), []),
})
const challengeDataSchema = v.object({ challenge: v.string() })

/** Creates a WebAuthn challenge: for registration while the factor is unverified, for authentication afterwards (auth-contract.md 10.2). */
export async function createWebAuthnChallenge(auth: AuthDependencies, user: UserRow, factor: FactorRow) {
  const party = requireParty(auth)
  if (factor.status === 'verified') {
    const options = await createAuthenticationOptions(party, [v.parse(storedSchema, factor.web_authn_credential)])
    return { challenge: options.challenge, options: { type: 'request', credential_options: { publicKey: options } } }
  }
  const options = await createRegistrationOptions(party, user, { residentKey: 'discouraged', exclude: [] })
  return { challenge: options.challenge, options: { type: 'create', credential_options: { publicKey: options } } }
}

/** Verifies an authenticator's WebAuthn response and stores the credential. Returns null on success, otherwise the error. */
export async function verifyWebAuthnResponse(
  tx: Tx,
  auth: AuthDependencies,
  factor: FactorRow,
  challenge: FactorChallengeRow,
  answer: { credential_response: Record<string, unknown> } | null | undefined,
): Promise<Refusal | null> {
  const challengeData = v.safeParse(challengeDataSchema, challenge.web_authn_session_data)
  if (!answer || !challengeData.success) return refused()
  const given = { challenge: challengeData.output.challenge, response: answer.credential_response }
  const credential = await verifyCredential(requireParty(auth), factor, given).catch((cause: unknown) => refused(cause))
  if (credential === null) return refused()
  if (credential instanceof Error) return credential
  const publicKey = Buffer.from(credential.publicKey).toString('base64url')
  await updateFactor(tx, factor.id, { web_authn_credential: JSON.stringify({ ...credential, publicKey }) })
  return null
}

async function verifyCredential(
  party: RelyingParty,
  factor: FactorRow,
  answer: AuthenticatorResponse,
): Promise<StoredWebAuthnCredential | null> {
  if (factor.status !== 'verified') return (await verifyWebAuthnRegistration(party, answer))?.credential ?? null
  const stored = v.parse(storedSchema, factor.web_authn_credential)
  const counter = await verifyWebAuthnAuthentication(party, answer, stored)
  return counter === null ? null : { ...stored, counter }
}

function requireParty(auth: AuthDependencies): RelyingParty {
  const party = createRelyingParty(auth)
  if (party === null) throw authErrors.webAuthnVerifyOff()
  return party
}

function refused(cause?: unknown): Refusal {
  return authErrors.wrongFactorCode({ cause, message: 'Invalid WebAuthn response' })
}
