import type { Tx } from '../../database/port/tables.ts'
import { type EndpointResponse, okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { CodeChallenge } from '../fields.ts'
import { enforceMessageLimit } from '../global-limits.ts'
import { queueConfirmationMail } from '../messages/confirm-mail.ts'
import { createSmsCode, type PendingSms, sendSms } from '../messages/sms.ts'
import { openSession, respondWithSession } from '../sessions/session.ts'
import { createUser } from '../users/new-user.ts'
import {
  findUserByAddress,
  refuseUniqueViolation,
  retryOnUniqueViolation,
  type UserRow,
  updateUser,
} from '../users/user-store.ts'
import {
  comparePendingPassword,
  type PendingPasswordComparison,
  registerUnconfirmedSignUp,
  type UnconfirmedSignUp,
} from './unconfirmed-sign-up.ts'

/** A validated sign-up. A sign-up with a phone number has no code challenge. */
export type SignUp = UnconfirmedSignUp & { challenge: CodeChallenge; redirectTo: string }

/** Creates an account and mails or texts a confirmation, or opens a session at once where confirmations are disabled. */
export function createAccount(auth: AuthDependencies, signUp: SignUp): Promise<EndpointResponse> {
  const { enableConfirmations } = signUp.provider === 'email' ? auth.config.email : auth.config.sms
  return enableConfirmations ? createUnconfirmed(auth, signUp) : createConfirmed(auth, signUp)
}

async function createUnconfirmed(auth: AuthDependencies, signUp: SignUp): Promise<EndpointResponse> {
  const { provider, address, requester } = signUp
  // A confirmed account gets no message.
  const isSent = !(await findUserByAddress(auth.db.kysely, provider, address))?.[`${provider}_confirmed_at`]
  const channel = provider === 'email' ? 'mail' : 'sms'
  await enforceMessageLimit(auth, channel, { kind: 'confirmation', to: address, requester, isSent })
  const pending = await comparePendingPassword(auth, signUp)
  // When two sign-ups with one address run concurrently, one of them fails with 23505 (unique violation). Its retry then finds the account
  // that the other has created.
  const { body, message } = await retryOnUniqueViolation(() => register(auth, signUp, pending))
  await sendSms(auth, message)
  auth.wakeMailWorker()
  return okResponse(body)
}

function register(auth: AuthDependencies, signUp: SignUp, pending: PendingPasswordComparison) {
  const { provider } = signUp
  return auth.db.transaction(async (tx) => {
    const { user, known, body } = await registerUnconfirmedSignUp(tx, auth, signUp, pending)
    const message = user === null ? null : await requestConfirmation(tx, auth, signUp, user)
    const action = user === null ? 'user_repeated_signup' : 'user_confirmation_requested'
    await recordAuditEvent(tx, action, user ?? known, { provider })
    return { body, message }
  })
}

/** Queues the mail with the confirmation, or returns the text message with it. */
async function requestConfirmation(
  tx: Tx,
  auth: AuthDependencies,
  { provider, address, challenge, redirectTo }: SignUp,
  user: UserRow,
): Promise<PendingSms | null> {
  if (provider === 'email') {
    await queueConfirmationMail(tx, auth, { user, email: address, purpose: 'signup', challenge, redirectTo })
    return null
  }
  await updateUser(tx, user.id, { confirmation_sent_at: auth.now() })
  return await createSmsCode(tx, auth, { userId: user.id, kind: 'confirmation', relatesTo: address })
}

async function createConfirmed(
  auth: AuthDependencies,
  { provider, address, passwordHash, data, requester }: SignUp,
): Promise<EndpointResponse> {
  const newUser = { provider, address, passwordHash, data, isConfirmed: true, now: auth.now() }
  const create = async (tx: Tx) => {
    if ((await findUserByAddress(tx, provider, address)) !== null) throw authErrors.userAlreadyExists()
    const user = await createUser(tx, newUser)
    await recordAuditEvent(tx, 'user_signedup', user, { provider })
    return await openSession(tx, auth, user, { method: 'password', userAgent: requester.userAgent })
  }
  const grant = await refuseUniqueViolation(() => auth.db.transaction(create), authErrors.userAlreadyExists)
  return await respondWithSession(auth, grant)
}
