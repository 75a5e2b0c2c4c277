import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../database/tables.ts'
import { authErrors } from '../errors.ts'
import { invalid, isUuid, jsonBody, plainObject, requireEmail, requirePhone, text } from '../fields.ts'
import { type PasswordRules, requireBearableLength, requireStrongPassword } from '../users/password.ts'
import { hashPassword, isKnownHash } from '../users/password-hash.ts'
import { findUserById, type UserRow } from '../users/user-store.ts'

const metadata = v.nullish(plainObject)

/** What an operator may say about a user (auth-contract.md 13.1). */
export const adminUserInput = jsonBody({
  id: text,
  aud: text,
  role: text,
  email: text,
  phone: text,
  password: v.nullish(v.string()),
  password_hash: text,
  email_confirm: v.nullish(v.boolean(), false),
  phone_confirm: v.nullish(v.boolean(), false),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
})

/** A checked `adminUserInput`. */
export type AdminUserInput = v.InferOutput<typeof adminUserInput>

const NIL = '00000000-0000-0000-0000-000000000000'

/** The columns that an operator's words stand for; only those that were said. */
export function readContact(input: AdminUserInput): { email?: string; phone?: string } {
  return {
    ...(input.email === '' ? {} : { email: requireEmail(input.email) }),
    ...(input.phone === '' ? {} : { phone: requirePhone(input.phone) }),
  }
}

/** An id an operator brings along, or nothing. */
export function readOwnId(input: AdminUserInput): { id?: string } {
  if (input.id === '') return {}
  if (!isUuid(input.id) || input.id === NIL) throw invalid('ID must be a valid, non-nil UUID')
  return { id: input.id }
}

/** The id in a path. */
export function requireUserId(id: string | undefined): string {
  if (id === undefined || !isUuid(id)) throw authErrors.notFoundById({ message: 'user_id must be an UUID' })
  return id
}

/** The user that a path names. Refuses one that is not there. */
export async function requireKnownUser(
  db: Kysely<Tables> | Transaction<Tables>,
  id: string | undefined,
): Promise<UserRow> {
  const user = await findUserById(db, requireUserId(id))
  if (user === null) throw authErrors.userNotFound()
  return user
}

/** The hash to keep, or null when no password was said. `rules` is null where an operator may set any. */
export async function readPasswordHash(input: AdminUserInput, rules: PasswordRules | null): Promise<string | null> {
  const { password, password_hash: hash } = input
  if (password && hash !== '') throw invalid('Only a password or a password hash should be provided')
  if (hash !== '') {
    if (!isKnownHash(hash)) throw invalid('The password hash is of a kind that this service can not check')
    return hash
  }
  if (!password) return null
  requireBearableLength(password)
  if (rules !== null) await requireStrongPassword(password, rules)
  return await hashPassword(password)
}

const unitSeconds = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 } as const

/** When a ban ends: a Go duration from now ("24h", "1h30m"), null for "none", undefined when nothing was said. */
export function readBan(input: AdminUserInput, now: Date): { banned_until?: Date | null } {
  const { ban_duration: duration } = input
  if (duration === '') return {}
  if (duration === 'none') return { banned_until: null }
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/gy)]
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === duration
  if (!isWhole) throw invalid(`invalid format for ban duration: time: invalid duration ${JSON.stringify(duration)}`)
  const seconds = parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * unitSeconds[unit as keyof typeof unitSeconds],
    0,
  )
  const until = new Date(now.getTime() + seconds * 1000)
  if (Number.isNaN(until.getTime())) throw invalid('invalid format for ban duration: too long')
  return { banned_until: until }
}
