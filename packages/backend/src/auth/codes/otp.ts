import * as v from 'valibot'
import type { Tx } from '../../database/port/tables.ts'
import { type EndpointResponse, okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import {
  type CodeChallenge,
  captchaFields,
  createValidationError,
  isEmail,
  jsonBodySchema,
  normaliseEmail,
  parseCodeChallenge,
  pkceFields,
  requireEmail,
  requirePhone,
  text,
  userMetadataSchema,
} from '../fields.ts'
import { enforceMessageLimit } from '../global-limits.ts'
import { queueConfirmationMail } from '../messages/confirm-mail.ts'
import { createSmsCode, type PendingSms, requireSmsChannel, sendSms } from '../messages/sms.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { resolveRedirectUrl } from '../redirects/redirect.ts'
import type { Requester } from '../requester.ts'
import { createUser } from '../users/new-user.ts'
import { derivePendingDataAfterCode } from '../users/pending-sign-up.ts'
import { findPendingSignUp, upsertPendingSignUp } from '../users/pending-sign-up-store.ts'
import { replaceSignUpMetadata } from '../users/unconfirmed-account.ts'
import {
  findUserByAddress,
  lockUser,
  requireStorableMetadata,
  retryOnUniqueViolation,
  type UserRow,
  updateUser,
} from '../users/user-store.ts'

const input = jsonBodySchema({
  email: text,
  phone: text,
  create_user: v.nullish(v.boolean(), true),
  data: userMetadataSchema,
  channel: text,
  ...pkceFields,
  ...captchaFields,
})
type Input = v.InferOutput<typeof input>

/** A validated request for a code. `address` is an e-mail address, or a phone number in E.164 format without the plus sign. */
type CodeRequest = {
  provider: 'email' | 'phone'
  address: string
  createsUser: boolean
  data: Record<string, unknown>
  requester: Requester
  challenge: CodeChallenge
  redirectTo: string
}

/** POST /otp and /magiclink. Mails a code and a link, or texts a code, to a known or new user (auth-contract.md section 3). */
export const sendOtp = defineAuthEndpoint({
  who: 'anyone',
  limit: 'otp',
  input,
  async handle({ auth, input, request, requester }) {
    checkForm(input)
    const challenge = parseCodeChallenge(input)
    const { create_user: createsUser, data } = input
    const asked = { createsUser, data, requester, challenge, redirectTo: resolveRedirectUrl(auth, request) }
    if (input.phone !== '') {
      requireSmsChannel(input.channel)
      const address = requirePhone(input.phone)
      if (!auth.config.sms.enableSignup)
        throw authErrors.phoneProviderDisabled({ message: 'Unsupported phone provider' })
      return await withMinimumDuration(() => sendCode(auth, { ...asked, provider: 'phone', address }))
    }
    if (!auth.config.email.enableSignup) throw authErrors.emailLoginsDisabled()
    if (!createsUser && !isEmail(normaliseEmail(input.email))) throw authErrors.otpDisabled()
    const address = requireEmail(input.email)
    return await withMinimumDuration(() => sendCode(auth, { ...asked, provider: 'email', address }))
  },
})

function checkForm({ email, phone, channel }: Input): void {
  if (email !== '' && phone !== '')
    throw createValidationError('Only an email address or phone number should be provided')
  if (email === '' && phone === '') throw createValidationError('One of email or phone must be set')
  if (phone === '' && channel !== '') throw createValidationError('Channel should only be specified with Phone OTP')
}

/** Sends a code. Creates a user for an unknown address or number; using the code then also confirms that user. */
async function sendCode(auth: AuthDependencies, asked: CodeRequest): Promise<EndpointResponse> {
  const { provider, address, createsUser, data, requester } = asked
  const known = await findUserByAddress(auth.db.kysely, provider, address)
  if (!createsUser && known === null) throw authErrors.otpDisabled()
  if (known === null && !auth.config.enableSignup) throw authErrors.signupDisabled()
  await requireStorableMetadata(auth.db.kysely, data)
  const [channel, kind] = provider === 'email' ? (['mail', 'recovery'] as const) : (['sms', 'code'] as const)
  await enforceMessageLimit(auth, channel, { kind, to: address, requester, isSent: true })
  await sendSms(auth, await retryOnUniqueViolation(() => auth.db.transaction((tx) => createCode(tx, auth, asked))))
  auth.wakeMailWorker()
  return okResponse({})
}

/** Queues the mail with the code, or returns the text message with it. */
async function createCode(tx: Tx, auth: AuthDependencies, asked: CodeRequest): Promise<PendingSms | null> {
  const { provider, address, data, requester, challenge, redirectTo } = asked
  const known = await findUserByAddress(tx, provider, address)
  const isConfirmed = provider === 'email' && !auth.config.email.enableConfirmations
  const newUser = { provider, address, passwordHash: null, data, isConfirmed, now: auth.now() }
  const user = await recordRequest(tx, known ?? (await createUser(tx, newUser)), known === null, data, requester)
  if (provider === 'email') {
    const purpose = user.email_confirmed_at === null ? 'signup' : 'magiclink'
    await queueConfirmationMail(tx, auth, { user, email: address, purpose, challenge, redirectTo })
    await recordAuditEvent(tx, purpose === 'signup' ? 'user_confirmation_requested' : 'user_recovery_requested', user)
    return null
  }
  await updateUser(tx, user.id, { confirmation_sent_at: auth.now() })
  await recordAuditEvent(tx, 'user_recovery_requested', user, { provider })
  return await createSmsCode(tx, auth, { userId: user.id, kind: 'confirmation', relatesTo: address })
}

/**
 * Records on an unconfirmed account that a sign-in code was requested. Confirming that code then does not activate the password of an
 * earlier sign-up, which an attacker may have chosen (users/pending-sign-up.ts). Has no effect on a confirmed account or on an account that
 * an operator created.
 */
async function recordRequest(
  tx: Tx,
  user: UserRow,
  isNew: boolean,
  data: object,
  { sourceKey }: Requester,
): Promise<UserRow> {
  const now = isNew ? user : await lockUser(tx, user.id)
  if (now === null || now.confirmed_at !== null) return now ?? user
  const before = await findPendingSignUp(tx, user.id)
  if (before === null && !isNew) return now
  await upsertPendingSignUp(tx, user.id, derivePendingDataAfterCode(before, sourceKey))
  return isNew ? now : await replaceSignUpMetadata(tx, now, data)
}
