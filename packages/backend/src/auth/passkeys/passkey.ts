import * as v from 'valibot'
import { type EndpointResponse, okResponse } from '../../http/endpoint-response.ts'
import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { isUuid, jsonBodySchema, plainObjectSchema, text } from '../fields.ts'
import type { AuthenticatorResponse } from '../web-authn/ceremony.ts'
import { createRelyingParty, type RelyingParty } from '../web-authn/relying-party.ts'
import {
  consumePasskeyChallenge,
  insertPasskeyChallenge,
  type PasskeyChallengePurpose,
  type PasskeyRow,
} from './passkey-store.ts'

/** Lifetime of a WebAuthn challenge for a passkey, in milliseconds. */
const PASSKEY_CHALLENGE_MS = 300_000
/** Maximum number of passkeys per user. */
export const MAX_PASSKEYS_PER_USER = 10

const challengeDataSchema = v.object({ challenge: v.string() })

/**
 * Returns the site as a WebAuthn relying party. Throws 404 `passkey_disabled` when passkeys are disabled or the site's host is an IP address.
 */
export function requireRelyingParty(auth: AuthDependencies): RelyingParty {
  const party = auth.config.passkeyEnabled ? createRelyingParty(auth) : null
  if (party === null) throw authErrors.passkeyDisabled()
  return party
}

/** Returns the passkey id from the URL path. Throws 404 when it is not a UUID. */
export function requirePasskeyId(id: string | undefined): string {
  if (id === undefined || !isUuid(id)) throw authErrors.passkeyNotFound()
  return id
}

/** Stores the challenge of WebAuthn options, and responds with its id and the options. */
export async function respondWithChallenge<Options extends { challenge: string }>(
  auth: AuthDependencies,
  purpose: PasskeyChallengePurpose,
  options: Options,
): Promise<EndpointResponse> {
  const expiresAt = new Date(auth.now().getTime() + PASSKEY_CHALLENGE_MS)
  const { id } = await insertPasskeyChallenge(auth.db.kysely, { ...purpose, challenge: options.challenge, expiresAt })
  return okResponse({ challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) })
}

/** The body of a request with an authenticator's response to a challenge. */
export const passkeyAnswerSchema = jsonBodySchema({ challenge_id: text, credential: plainObjectSchema })

/** Deletes the challenge that a request answers, and returns it. Throws 400 when it is unknown, already used or expired. */
export async function consumeAnsweredChallenge(
  auth: AuthDependencies,
  purpose: PasskeyChallengePurpose,
  { challenge_id: id, credential }: v.InferOutput<typeof passkeyAnswerSchema>,
): Promise<AuthenticatorResponse> {
  const row = isUuid(id) ? await consumePasskeyChallenge(auth.db.kysely, { ...purpose, id }) : null
  if (row === null) throw authErrors.passkeyChallengeNotFound()
  if (row.expires_at <= auth.now()) throw authErrors.passkeyChallengeExpired()
  return { challenge: v.parse(challengeDataSchema, row.session_data).challenge, response: credential }
}

/** Formats a passkey row as JSON for a response. */
export function renderPasskey(row: PasskeyRow) {
  return {
    id: row.id,
    ...(row.friendly_name === '' ? {} : { friendly_name: row.friendly_name }),
    created_at: row.created_at.toISOString(),
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at.toISOString() }),
  }
}

/** Names of password managers and authenticators by AAGUID, the model id that a WebAuthn registration contains. */
const passkeyProviders = new Map([
  ['ea9b8d66-4d01-1d21-3ce4-b48cb575d4d4', 'Google Password Manager'],
  ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'Apple Passwords'],
  ['dd4ec289-e01d-41c9-bb89-70fa845d4bf2', 'Apple Passwords'],
  ['08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello'],
  ['9ddd1817-af5a-4672-a2b9-3e3dd95000a9', 'Windows Hello'],
  ['6028b017-b1d4-4c02-b4b3-afcdafc96bb2', 'Windows Hello'],
  ['adce0002-35bc-c60a-648b-0b25f1f05503', 'Chrome on Mac'],
  ['bada5566-a7aa-401f-bd96-45619a55120d', '1Password'],
  ['d548826e-79b4-db40-a3d8-11116f7e8349', 'Bitwarden'],
  ['531126d6-e717-415c-9320-3d9aa6981239', 'Dashlane'],
])

/** Returns the initial name of a passkey: the name of the password manager or authenticator, or "Passkey". */
export function getDefaultPasskeyName(aaguid: string): string {
  return passkeyProviders.get(aaguid) ?? 'Passkey'
}
