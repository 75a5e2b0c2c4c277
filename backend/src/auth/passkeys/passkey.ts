import * as v from 'valibot'
import type { Guard } from '../../http/endpoint.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { isUuid } from '../fields.ts'
import { type RelyingParty, relyingParty } from '../web-authn/relying-party.ts'
import type { PasskeyChallengeRow, PasskeyRow } from './passkey-store.ts'

/** How long an authenticator may take to answer. */
export const PASSKEY_CHALLENGE_MS = 300_000
/** How many passkeys one user may have. */
export const PASSKEYS_MAX = 10

const askedSchema = v.object({ challenge: v.string() })

/** Where passkeys are switched off, every address of theirs says so, to signed-in people and to others. */
export function passkeysOnly(auth: Auth): Guard {
  return () => void passkeyParty(auth)
}

/** The site as a relying party for passkeys. Refuses with 404 where they are switched off or the site has no name. */
export function passkeyParty(auth: Auth): RelyingParty {
  const party = auth.config.passkeyEnabled ? relyingParty(auth) : null
  if (party === null) throw authErrors.passkeyDisabled()
  return party
}

/** The id in a path. */
export function requirePasskeyId(id: string | undefined): string {
  if (id === undefined || !isUuid(id)) throw authErrors.passkeyNotFound()
  return id
}

/** What a question asked to be signed. Refuses one that was answered already or is too old. */
export function requireChallenge(auth: Auth, row: PasskeyChallengeRow | null): string {
  if (row === null) throw authErrors.passkeyChallengeNotFound()
  if (row.expires_at <= auth.now()) throw authErrors.passkeyChallengeExpired()
  return v.parse(askedSchema, row.session_data).challenge
}

/** A passkey as its owner sees it. */
export function renderPasskey(row: PasskeyRow) {
  return {
    id: row.id,
    ...(row.friendly_name === '' ? {} : { friendly_name: row.friendly_name }),
    created_at: row.created_at.toISOString(),
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at.toISOString() }),
  }
}

/** What keeps passkeys, by the AAGUID it names itself with. */
const keepers = new Map([
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

/** What a new passkey is called until its owner says otherwise. */
export function nameOfKeeper(aaguid: string): string {
  return keepers.get(aaguid) ?? 'Passkey'
}
