import * as v from 'valibot'
import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { isUuid } from '../fields.ts'
import { createRelyingParty, type RelyingParty } from '../web-authn/relying-party.ts'
import type { PasskeyChallengeRow, PasskeyRow } from './passkey-store.ts'

/** Lifetime of a WebAuthn challenge for a passkey, in milliseconds. */
export const PASSKEY_CHALLENGE_MS = 300_000
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

/** Returns the challenge string of a challenge row. Throws 400 when the row is null (unknown or already used) or expired. */
export function requirePasskeyChallenge(auth: AuthDependencies, row: PasskeyChallengeRow | null): string {
  if (row === null) throw authErrors.passkeyChallengeNotFound()
  if (row.expires_at <= auth.now()) throw authErrors.passkeyChallengeExpired()
  return v.parse(challengeDataSchema, row.session_data).challenge
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
