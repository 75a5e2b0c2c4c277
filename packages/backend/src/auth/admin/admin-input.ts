import * as v from 'valibot'
import type { Db } from '../../database/port/tables.ts'
import { authErrors } from '../errors.ts'
import {
  createValidationError,
  isUuid,
  jsonBodySchema,
  plainObjectSchema,
  requireEmail,
  requirePhone,
  text,
} from '../fields.ts'
import { type PasswordRules, requirePasswordMaxLength, requireStrongPassword } from '../users/password.ts'
import { hashPassword, isSupportedPasswordHash } from '../users/password-hash.ts'
import { findUserById, type UserRow } from '../users/user-store.ts'

const metadata = v.nullish(plainObjectSchema)

/** Schema of the fields that an operator may set when creating or updating a user (auth-contract.md 13.1). */
export const adminUserInputSchema = jsonBodySchema({
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

/** Validated request body of the operator endpoints that create or update a user. */
export type AdminUserInput = v.InferOutput<typeof adminUserInputSchema>

const NIL = '00000000-0000-0000-0000-000000000000'

/** Returns the validated e-mail address and phone number of the input; omits a field that the request does not contain. */
export function parseContactFields(input: AdminUserInput): { email?: string; phone?: string } {
  return {
    ...(input.email === '' ? {} : { email: requireEmail(input.email) }),
    ...(input.phone === '' ? {} : { phone: requirePhone(input.phone) }),
  }
}

/** Returns the user id that the operator chose, if any. Throws 400 when it is not a UUID, or the nil UUID. */
export function parseCustomUserId(input: AdminUserInput): { id?: string } {
  if (input.id === '') return {}
  if (!isUuid(input.id) || input.id === NIL) throw createValidationError('ID must be a valid, non-nil UUID')
  return { id: input.id }
}

/** Returns the user id from the URL path. Throws 404 when it is not a UUID. */
export function requireUserId(id: string | undefined): string {
  if (id === undefined || !isUuid(id)) throw authErrors.notFoundById({ message: 'user_id must be an UUID' })
  return id
}

/** Returns the user whose id is in the URL path. Throws 404 when the user does not exist. */
export async function requireKnownUser(db: Db, id: string | undefined): Promise<UserRow> {
  const user = await findUserById(db, requireUserId(id))
  if (user === null) throw authErrors.userNotFound()
  return user
}

/**
 * Returns the password hash to store: the given hash, or the hash of the given password; null when the input has neither. When `rules` is
 * null, the password's strength is not checked.
 */
export async function resolvePasswordHash(input: AdminUserInput, rules: PasswordRules | null): Promise<string | null> {
  const { password, password_hash: hash } = input
  if (password && hash !== '') throw createValidationError('Only a password or a password hash should be provided')
  if (hash !== '') {
    if (!isSupportedPasswordHash(hash))
      throw createValidationError('The password hash is of a kind that this service can not check')
    return hash
  }
  if (!password) return null
  requirePasswordMaxLength(password)
  if (rules !== null) await requireStrongPassword(password, rules)
  return await hashPassword(password)
}

const unitSeconds = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 } as const

/** Converts `ban_duration`, a Go duration ("24h", "1h30m"), to the end of the ban: null for "none", an empty object when it is missing. */
export function parseBanDuration(input: AdminUserInput, now: Date): { banned_until?: Date | null } {
  const { ban_duration: duration } = input
  if (duration === '') return {}
  if (duration === 'none') return { banned_until: null }
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/gy)]
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === duration
  if (!isWhole)
    throw createValidationError(`invalid format for ban duration: time: invalid duration ${JSON.stringify(duration)}`)
  const seconds = parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * unitSeconds[unit as keyof typeof unitSeconds],
    0,
  )
  const until = new Date(now.getTime() + seconds * 1000)
  if (Number.isNaN(until.getTime())) throw createValidationError('invalid format for ban duration: too long')
  return { banned_until: until }
}
