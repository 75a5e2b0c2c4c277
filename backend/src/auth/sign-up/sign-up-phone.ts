import { isDatabaseError } from '../../database/errors.ts'
import { type Answer, ok } from '../../http/answer.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { issueToken } from '../codes/one-time-token.ts'
import { authErrors } from '../errors.ts'
import { checkChannel, codeMessage, type PendingMessage, sendMessage, spaceMessages } from '../messages/sms.ts'
import { answerSession, openSession } from '../sessions/session.ts'
import { findIdentitiesOf } from '../users/identity-store.ts'
import { createUser } from '../users/new-user.ts'
import { drawUser } from '../users/user.ts'
import { findUserByPhone, insertedOnce, updateUser } from '../users/user-store.ts'
import { drawStranger } from './stranger.ts'

/** A sign-up whose input is checked; `phone` is E.164 without its plus. */
export type PhoneSignUp = {
  phone: string
  passwordHash: string
  data: Record<string, unknown>
  channel: string
  userAgent: string | null
}

/** Adds an account for a number and texts it a code, or lets it in at once where confirmations are switched off. */
export async function signUpWithPhone(auth: Auth, signUp: PhoneSignUp): Promise<Answer> {
  checkChannel(signUp.channel)
  return auth.config.sms.enableConfirmations ? await askToConfirm(auth, signUp) : await letIn(auth, signUp)
}

async function askToConfirm(auth: Auth, signUp: PhoneSignUp): Promise<Answer> {
  await spaceMessages(auth, 'confirmation', signUp.phone)
  const { drawn, message } = await insertedOnce(() => register(auth, signUp))
  if (message !== null) await sendMessage(auth, message)
  return ok(drawn)
}

type Registered = { drawn: object; message: PendingMessage | null }

function register(auth: Auth, { phone, passwordHash, data }: PhoneSignUp): Promise<Registered> {
  return auth.db.transaction(async (tx) => {
    const existing = await findUserByPhone(tx, phone)
    if (existing !== null && existing.phone_confirmed_at !== null) {
      await audit(tx, 'user_repeated_signup', existing, { provider: 'phone' })
      return { drawn: drawStranger('phone', { address: phone, data, now: auth.now() }), message: null }
    }
    const person = { provider: 'phone', address: phone, passwordHash, data, isConfirmed: false } as const
    const user = existing ?? (await createUser(tx, { ...person, now: auth.now() }))
    const { code } = await issueToken(tx, auth, { userId: user.id, kind: 'confirmation', relatesTo: phone })
    const asked = await updateUser(tx, user.id, { confirmation_sent_at: auth.now() })
    await audit(tx, 'user_confirmation_requested', user, { provider: 'phone' })
    const drawn = drawUser(asked, await findIdentitiesOf(tx, user.id))
    return { drawn, message: { to: phone, text: codeMessage(auth, code) } }
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
