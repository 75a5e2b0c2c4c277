import type * as v from 'valibot'
import type { Tx } from '../../database/port/tables.ts'
import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { issueOneTimeToken } from '../codes/one-time-token.ts'
import type { OneTimeTokenKind } from '../codes/one-time-token-store.ts'
import { authErrors } from '../errors.ts'
import { createValidationError, jsonBodySchema, requireEmail, text, userMetadataSchema } from '../fields.ts'
import { isAllowedRedirectUrl, resolveRedirectUrl } from '../redirects/redirect.ts'
import { findUserIdentities } from '../users/identity-store.ts'
import { createUser } from '../users/new-user.ts'
import { requireStrongPassword } from '../users/password.ts'
import { hashPassword } from '../users/password-hash.ts'
import { replacePendingSignUp } from '../users/unconfirmed-account.ts'
import { renderUser } from '../users/user.ts'
import { findUserByEmail, retryOnUniqueViolation, type UserRow, updateUser } from '../users/user-store.ts'

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const
type LinkRequest = (typeof types)[number]

const input = jsonBodySchema({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: userMetadataSchema,
  redirect_to: text,
})
type Input = v.InferOutput<typeof input>

/** POST /admin/generate_link. Returns the link and code that a mail would contain; sends no mail (auth-contract.md 13.3). */
export const adminGenerateEmailLink = defineAuthEndpoint({
  who: 'operator',
  input,
  async handle({ auth, input, request }) {
    const type = types.find((known) => known === input.type)
    if (type === undefined) throw createValidationError(`Invalid email action link type requested: ${input.type}`)
    const email = requireEmail(input.email)
    const hash = await passwordHashFor(auth, type, input)
    const isAllowed = input.redirect_to !== '' && isAllowedRedirectUrl(input.redirect_to, auth.redirectRules)
    const redirectTo = isAllowed ? input.redirect_to : resolveRedirectUrl(auth, request)
    const linkRequest = { ...input, type, email, hash, redirectTo }
    return okResponse(
      await retryOnUniqueViolation(() => auth.db.transaction((tx) => createLink(tx, auth, linkRequest))),
    )
  },
})

type Request = Omit<Input, 'type'> & { type: LinkRequest; email: string; hash: string | null; redirectTo: string }

async function createLink(tx: Tx, auth: AuthDependencies, request: Request) {
  const existing = await findUserByEmail(tx, request.email)
  const type = existing === null && request.type === 'magiclink' ? 'signup' : request.type
  const user = await userFor(tx, auth, existing, { ...request, type })
  const { kind, relatesTo, verification } = await purposeOf(tx, auth, user, { ...request, type })
  const { code, tokenHash } = await issueOneTimeToken(tx, auth, { userId: user.id, kind, relatesTo })
  const query = new URLSearchParams({ token: tokenHash, type: verification, redirect_to: request.redirectTo })
  const fresh = await updateUser(tx, user.id, type === 'invite' ? { invited_at: auth.now() } : {})
  return {
    ...renderUser(fresh, await findUserIdentities(tx, user.id)),
    action_link: `${auth.issuer}/verify?${query}`,
    email_otp: code,
    hashed_token: tokenHash,
    verification_type: type,
    redirect_to: request.redirectTo,
  }
}

async function userFor(tx: Tx, auth: AuthDependencies, existing: UserRow | null, request: Request): Promise<UserRow> {
  const { type, email, data, hash } = request
  const createsUser = type === 'signup' || type === 'invite'
  if (existing !== null) {
    if (createsUser && existing.email_confirmed_at !== null) throw authErrors.emailExists()
    return createsUser ? await replacePendingSignUp(tx, existing, { data, passwordHash: hash }) : existing
  }
  if (!createsUser) throw authErrors.userNotFound({ message: 'User with this email not found' })
  const user = await createUser(tx, {
    provider: 'email',
    address: email,
    passwordHash: hash,
    data,
    isConfirmed: false,
    now: auth.now(),
    byOperator: true,
  })
  await recordAuditEvent(tx, type === 'invite' ? 'user_invited' : 'user_confirmation_requested', user, { by: 'admin' })
  return user
}

async function purposeOf(tx: Tx, auth: AuthDependencies, user: UserRow, request: Request) {
  const { type, email } = request
  if (type !== 'email_change_current' && type !== 'email_change_new') {
    const kind: OneTimeTokenKind = type === 'signup' || type === 'invite' ? 'confirmation' : 'recovery'
    return { kind, relatesTo: email, verification: type }
  }
  if (type === 'email_change_current' && !auth.config.email.doubleConfirmChanges) {
    throw createValidationError('Enable secure email change to generate link for current email')
  }
  const newEmail = requireEmail(request.new_email)
  if ((await findUserByEmail(tx, newEmail)) !== null) throw authErrors.emailExists()
  await updateUser(tx, user.id, {
    email_change: newEmail,
    email_change_sent_at: auth.now(),
    email_change_confirm_status: 0,
  })
  return { kind: type, relatesTo: type === 'email_change_new' ? newEmail : email, verification: 'email_change' }
}

async function passwordHashFor(auth: AuthDependencies, type: LinkRequest, input: Input): Promise<string | null> {
  if (type !== 'signup') return null
  if (input.password === '') throw createValidationError('Signup requires a valid password')
  await requireStrongPassword(input.password, auth.passwordRules)
  return await hashPassword(input.password)
}
