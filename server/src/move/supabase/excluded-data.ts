import type { Database } from '@site/backend/database/port/database'
import * as v from 'valibot'

const counts = v.tuple([
  v.object({
    changes: v.number(),
    waiting_passwords: v.number(),
    nameless: v.number(),
    passkeys: v.number(),
    security_keys: v.number(),
  }),
])

const COUNTS = `
  select
    (select count(*) from auth.users where email_change is not null or phone_change is not null)::float8 as changes,
    (select count(*) from auth.address_claims where password_hash is not null and not voided)::float8 as waiting_passwords,
    (select count(*) from auth.users where is_anonymous)::float8 as nameless,
    (select count(*) from auth.webauthn_credentials)::float8 as passkeys,
    (select count(*) from auth.mfa_factors where factor_type = 'webauthn')::float8 as security_keys`

/**
 * Returns one sentence for each kind of data that a move into a Supabase project does not copy. A kind is omitted when this site has no
 * such data.
 */
export async function describeExcludedData(source: Database): Promise<string[]> {
  const [found] = v.parse(counts, await source.scriptTransaction((session) => session.query(COUNTS)))
  const about = (what: string, count: number, sentence: string) =>
    count === 0 ? [] : [`${what} (${count}) ${sentence}`]
  return [
    'Sessions end, and everyone signs in again with the same password: a project keeps refresh tokens as they are, and this server keeps only their hashes.',
    'Codes and links that were mailed before, or wait in the outbox, do not work there: people can ask for a new one.',
    'Rate limit counts and known devices start afresh, and the keys in DATA_DIR stay here: a project signs with its own.',
    ...about('Changes of address or number', found.changes, 'that wait for their confirmation are forgotten.'),
    ...about(
      'Passwords',
      found.waiting_passwords,
      'that wait for the first confirmation of an address are not put in place: their people confirm it and choose one by a recovery mail.',
    ),
    ...about(
      'Accounts without address or number',
      found.nameless,
      'are moved, and nobody can sign in to them again: only their sessions led to them.',
    ),
    ...about(
      'Passkeys',
      found.passkeys,
      'are left here, because a project asks whether one may be on several devices, which was never noted: their people add them again.',
    ),
    ...about(
      'Security keys',
      found.security_keys,
      'stay on their accounts as second step, and a project cannot check them: remove the factor there when its person asks (auth.admin.mfa.deleteFactor).',
    ),
  ]
}
