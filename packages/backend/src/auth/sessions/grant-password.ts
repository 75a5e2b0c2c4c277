import * as v from 'valibot'
import type { EndpointResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import type { GrantContext } from '../auth-endpoint.ts'
import { withCredentialAttemptLimit } from '../credential-attempts.ts'
import { authErrors } from '../errors.ts'
import {
  captchaFields,
  createValidationError,
  normaliseEmail,
  parseAuthRequestBody,
  requirePhone,
  text,
} from '../fields.ts'
import { findPasswordWeakness } from '../users/password.ts'
import { hashPassword, matchPassword, type PasswordMatch } from '../users/password-hash.ts'
import { findPendingSignUp } from '../users/pending-sign-up-store.ts'
import { isUserBanned } from '../users/user.ts'
import { findUserByAddress, lockUser, type UserRow, updateUser } from '../users/user-store.ts'
import { openSession, respondWithSession } from './session.ts'

const body = v.object({ email: text, phone: text, password: text, ...captchaFields })

type Credentials = { provider: 'email' | 'phone'; address: string; password: string }

/**
 * Signs in with a password. The error and the response time are the same for an unknown e-mail address or phone number, an account without
 * a password and a wrong password (auth-contract.md 2a). Rehashes the password when the stored hash is outdated.
 */
export async function handlePasswordGrant(context: GrantContext, input: unknown): Promise<EndpointResponse> {
  const { auth, requester } = context
  const credentials = readCredentials(auth, parseAuthRequestBody(body, input))
  const { provider, address, password } = credentials
  const attempt = { address, ...requester }
  const owner = await withCredentialAttemptLimit(auth, attempt, () => findOwner(auth, credentials))
  if (owner === null) throw authErrors.invalidCredentials()
  const { user, match } = owner
  if (isUserBanned(user, auth.now())) throw authErrors.bannedAtSignIn()
  if (provider === 'email' && user.email_confirmed_at === null) throw authErrors.emailNotConfirmed()
  if (provider === 'phone' && user.phone_confirmed_at === null) throw authErrors.phoneNotConfirmed()
  const answer = await openPasswordSession(auth, user, { provider, password, match, userAgent: requester.userAgent })
  return answer ?? (await handlePasswordGrant(context, input))
}

function readCredentials(auth: AuthDependencies, { email, phone, password }: v.InferOutput<typeof body>): Credentials {
  if (email !== '' && phone !== '') {
    throw createValidationError('Only an email address or phone number should be provided on login.')
  }
  if (email === '' && phone === '') throw createValidationError('missing email or phone')
  if (email === '') {
    if (!auth.config.sms.enableSignup) throw authErrors.phoneLoginsDisabled()
    return { provider: 'phone', address: requirePhone(phone), password }
  }
  if (!auth.config.email.enableSignup) throw authErrors.emailLoginsDisabled()
  return { provider: 'email', address: normaliseEmail(email), password }
}

/**
 * Finds the user with this e-mail address or phone number and this password, or returns null. Takes as long when no such account exists.
 */
async function findOwner(
  auth: AuthDependencies,
  { provider, address, password }: Credentials,
): Promise<{ user: UserRow; match: PasswordMatch } | null> {
  const user = await findUserByAddress(auth.db.kysely, provider, address)
  const match = await matchPassword(password, user === null ? null : await passwordOf(auth, user))
  return user === null || match === null ? null : { user, match }
}

/**
 * Returns the user's password hash. For an unconfirmed account it is the hash from the pending sign-up, so that a correct password gets
 * the error "not confirmed" instead of "wrong password".
 */
async function passwordOf(auth: AuthDependencies, user: UserRow): Promise<string | null> {
  if (user.encrypted_password !== null || user.confirmed_at !== null) return user.encrypted_password
  return (await findPendingSignUp(auth.db.kysely, user.id))?.passwordHash ?? null
}

type SignIn = { provider: string; password: string; match: PasswordMatch; userAgent: string | null }

/**
 * Opens a session. Returns null when the account was changed while the password was being verified, after which the caller verifies it
 * again.
 */
async function openPasswordSession(
  auth: AuthDependencies,
  user: UserRow,
  { provider, password, match, userAgent }: SignIn,
): Promise<EndpointResponse | null> {
  const stored = user.encrypted_password
  const renewed = match === 'outdated' ? await hashPassword(password) : null
  const grant = await auth.db.transaction(async (tx) => {
    const now = await lockUser(tx, user.id)
    if (now === null || now.encrypted_password !== stored || isUserBanned(now, auth.now())) return null
    if (renewed !== null) await updateUser(tx, user.id, { encrypted_password: renewed })
    await recordAuditEvent(tx, 'login', now, { provider })
    return await openSession(tx, auth, now, { method: 'password', userAgent })
  })
  if (grant === null) return null
  const weakness = await findPasswordWeakness(password, auth.passwordRules)
  return await respondWithSession(auth, grant, weakness === null ? {} : { weak_password: weakness })
}
