import { isDatabaseError } from '../../database/errors.ts'
import { type Answer, ok } from '../../http/answer.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { takeMessage } from '../ceilings.ts'
import { issueToken } from '../codes/one-time-token.ts'
import { authErrors } from '../errors.ts'
import { checkChannel, codeMessage, type PendingMessage, sendMessage } from '../messages/sms.ts'
import type { Requester } from '../requester.ts'
import { answerSession, openSession } from '../sessions/session.ts'
import { createUser } from '../users/new-user.ts'
import { findUserByPhone, insertedOnce, updateUser } from '../users/user-store.ts'
import { compareWithEarlier, type EarlierPassword, registerUnproven, type UnprovenSignUp } from './unproven-sign-up.ts'

/** A sign-up whose input is checked; `phone` is E.164 without its plus. */
export type PhoneSignUp = {
  phone: string
  password: string
  passwordHash: string
  data: Record<string, unknown>
  sourceKey: string
  channel: string
  userAgent: string | null
  requester: Requester
}

/** Adds an account for a number and texts it a code, or lets it in at once where confirmations are switched off. */
export async function signUpWithPhone(auth: Auth, signUp: PhoneSignUp): Promise<Answer> {
  checkChannel(signUp.channel)
  return auth.config.sms.enableConfirmations ? await askToConfirm(auth, signUp) : await letIn(auth, signUp)
}

async function askToConfirm(auth: Auth, signUp: PhoneSignUp): Promise<Answer> {
  await takeMessage(auth, { kind: 'confirmation', to: signUp.phone, requester: signUp.requester })
  const unproven = { ...signUp, provider: 'phone', address: signUp.phone } as const
  const earlier = await compareWithEarlier(auth, unproven)
  const { body, message } = await insertedOnce(() => register(auth, unproven, earlier))
  if (message !== null) await sendMessage(auth, message)
  return ok(body)
}

type Answered = { body: object; message: PendingMessage | null }

function register(auth: Auth, signUp: UnprovenSignUp, earlier: EarlierPassword): Promise<Answered> {
  return auth.db.transaction(async (tx) => {
    const { user, known, body } = await registerUnproven(tx, auth, signUp, earlier)
    if (user === null) {
      await audit(tx, 'user_repeated_signup', known, { provider: 'phone' })
      return { body, message: null }
    }
    const { address } = signUp
    const { code } = await issueToken(tx, auth, { userId: user.id, kind: 'confirmation', relatesTo: address })
    await updateUser(tx, user.id, { confirmation_sent_at: auth.now() })
    await audit(tx, 'user_confirmation_requested', user, { provider: 'phone' })
    return { body, message: { to: address, text: codeMessage(auth, code) } }
  })
}

async function letIn(auth: Auth, { phone, passwordHash, data, userAgent }: PhoneSignUp): Promise<Answer> {
  const person = { provider: 'phone', address: phone, passwordHash, data, isConfirmed: true, now: auth.now() } as const
  try {
    const grant = await auth.db.transaction(async (tx) => {
      if ((await findUserByPhone(tx, phone)) !== null) throw authErrors.userAlreadyExists()
      const user = await createUser(tx, person)
      await audit(tx, 'user_signedup', user, { provider: 'phone' })
      return await openSession(tx, auth, user, { method: 'password', userAgent })
    })
    return await answerSession(auth, grant)
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23505') throw authErrors.userAlreadyExists({ cause: error })
    throw error
  }
}
