import * as v from 'valibot'
import type { Tx } from '../../database/port/tables.ts'
import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { type AuthenticatedUser } from '../bearer.ts'
import { authErrors } from '../errors.ts'
import {
  type CodeChallenge,
  jsonBodySchema,
  parseCodeChallenge,
  pkceFields,
  plainObjectSchema,
  requireEmail,
  requirePhone,
  text,
  userMetadataSchema,
} from '../fields.ts'
import { enforceMessageLimit } from '../global-limits.ts'
import { createSmsCode, type PendingSms, requireSmsChannel, sendSms } from '../messages/sms.ts'
import { resolveRedirectUrl } from '../redirects/redirect.ts'
import type { Requester } from '../requester.ts'
import { determineAssuranceLevel } from '../sessions/access-token.ts'
import { findAmrClaims, thinOutSessions } from '../sessions/session-store.ts'
import { beginEmailChange } from './email-change.ts'
import { findUserIdentities } from './identity-store.ts'
import { changePassword, checkNewPassword } from './password-change.ts'
import { renderUser } from './user.ts'
import { confirmPhoneChange } from './user-confirmation.ts'
import { findUserByPhone, findUserFactors, lockUser, mergeMetadata, type UserRow, updateUser } from './user-store.ts'

const input = jsonBodySchema({
  email: text,
  phone: text,
  channel: text,
  password: text,
  current_password: text,
  nonce: text,
  data: userMetadataSchema,
  app_metadata: v.nullish(plainObjectSchema),
  ...pkceFields,
})
type Input = v.InferOutput<typeof input>

/** PUT /user. Updates the signed-in user (auth-contract.md 8.2). */
export const updateCurrentUser = defineAuthEndpoint({
  who: 'user',
  limit: 'user',
  input,
  async handle({ auth, input, request, requester, signedIn }) {
    await checkRights(auth, signedIn, input)
    const changes = await readChanges(auth, signedIn, input, requester)
    const { body, message } = await apply(auth, signedIn, {
      ...changes,
      redirectTo: resolveRedirectUrl(auth, request),
    })
    await sendSms(auth, message)
    auth.wakeMailWorker()
    return okResponse(body)
  },
})

async function checkRights(auth: AuthDependencies, { user, session }: AuthenticatedUser, input: Input): Promise<void> {
  if (input.app_metadata) throw authErrors.notAdmin({ message: 'Updating app_metadata requires admin privileges' })
  const touchesCredentials = input.email !== '' || input.phone !== '' || input.password !== ''
  if (!touchesCredentials) return
  if (user.is_anonymous && input.password !== '' && input.email === '' && input.phone === '') {
    throw authErrors.needsCredentialFirst()
  }
  const factors = await findUserFactors(auth.db.kysely, user.id)
  if (!factors.some((factor) => factor.status === 'verified')) return
  const amr = session === null ? [] : await findAmrClaims(auth.db.kysely, session.id)
  if (determineAssuranceLevel(amr) !== 'aal2') throw authErrors.insufficientAal()
}

/** The validated changes to a user. A null field stays unchanged. */
type Changes = {
  email: string | null
  phone: string | null
  newHash: string | null
  data: Record<string, unknown>
  challenge: CodeChallenge
}

async function readChanges(
  auth: AuthDependencies,
  signedIn: AuthenticatedUser,
  input: Input,
  requester: Requester,
): Promise<Changes> {
  const { user } = signedIn
  const challenge = parseCodeChallenge(input)
  const email = input.email === '' ? null : requireEmail(input.email)
  const phone = input.phone === '' ? null : requirePhone(input.phone)
  const newHash = input.password === '' ? null : await checkNewPassword(auth, signedIn, input, requester)
  const isNewEmail = email !== null && email !== user.email
  const isNewPhone = phone !== null && phone !== user.phone
  if (isNewEmail) {
    await enforceMessageLimit(auth, 'mail', { kind: 'email_change', to: email, requester, isSent: true })
  }
  if (isNewPhone) {
    requireSmsChannel(input.channel)
    if (!auth.config.sms.enableSignup) throw authErrors.phoneProviderDisabled()
    if (auth.config.sms.enableConfirmations)
      await enforceMessageLimit(auth, 'sms', { kind: 'phone_change', to: phone, requester, isSent: true })
  }
  return { email: isNewEmail ? email : null, phone: isNewPhone ? phone : null, newHash, data: input.data, challenge }
}

async function apply(auth: AuthDependencies, signedIn: AuthenticatedUser, changes: Changes & { redirectTo: string }) {
  const { email, phone, newHash, data, challenge, redirectTo } = changes
  const { user, session } = signedIn
  if (newHash !== null) await thinOutSessions(auth.db.kysely, user.id, { except: session?.id ?? null })
  return auth.db.transaction(async (tx) => {
    if (newHash !== null) await changePassword(tx, auth, signedIn, newHash)
    if (Object.keys(data).length > 0) await mergeMetadata(tx, user.id, 'raw_user_meta_data', data)
    if (email !== null) await beginEmailChange(tx, auth, { user, email, challenge, redirectTo })
    const message = phone === null ? null : await beginPhoneChange(tx, auth, user, phone)
    await recordAuditEvent(tx, newHash === null ? 'user_modified' : 'user_updated_password', user)
    const changed = (await lockUser(tx, user.id)) ?? user
    const identities = await findUserIdentities(tx, user.id)
    return { body: renderUser(changed, identities, await findUserFactors(tx, user.id)), message }
  })
}

/**
 * Begins a change of phone number: creates a code for the new number, which replaces the old number when the code is confirmed. With
 * confirmations disabled the number changes at once. Returns the text message to send after the commit, or null.
 */
async function beginPhoneChange(
  tx: Tx,
  auth: AuthDependencies,
  user: UserRow,
  phone: string,
): Promise<PendingSms | null> {
  if ((await findUserByPhone(tx, phone)) !== null) throw authErrors.phoneExists()
  const pending = await updateUser(tx, user.id, { phone_change: phone, phone_change_sent_at: auth.now() })
  if (!auth.config.sms.enableConfirmations) {
    await confirmPhoneChange(tx, auth, pending)
    return null
  }
  return await createSmsCode(tx, auth, { userId: user.id, kind: 'phone_change', relatesTo: phone })
}
