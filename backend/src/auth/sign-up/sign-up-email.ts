import { isDatabaseError } from '../../database/errors.ts'
import { type Answer, ok } from '../../http/answer.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { CodeChallenge } from '../fields.ts'
import { countMail, spaceMails } from '../limits.ts'
import { mailConfirmation } from '../messages/confirm-mail.ts'
import { answerSession, openSession } from '../sessions/session.ts'
import { findIdentitiesOf } from '../users/identity-store.ts'
import { createUser } from '../users/new-user.ts'
import { drawUser } from '../users/user.ts'
import { findUserByEmail, insertedOnce } from '../users/user-store.ts'
import { drawStranger } from './stranger.ts'

/** A sign-up whose input is checked. */
export type EmailSignUp = {
  email: string
  passwordHash: string
  data: Record<string, unknown>
  challenge: CodeChallenge
  redirectTo: string
  userAgent: string | null
}

/** Adds an account for an address and mails it, or lets it in at once where confirmations are switched off. */
export function signUpWithEmail(auth: Auth, signUp: EmailSignUp): Promise<Answer> {
  return auth.config.email.enableConfirmations ? askToConfirm(auth, signUp) : letIn(auth, signUp)
}

async function askToConfirm(auth: Auth, signUp: EmailSignUp): Promise<Answer> {
  await spaceMails(auth, 'confirmation', signUp.email)
  await countMail(auth)
  // Two sign-ups of one address at the same moment: the second finds the first one's row when it looks again.
  const answer = await insertedOnce(() => register(auth, signUp))
  auth.mailIsWaiting()
  return ok(answer)
}

function register(auth: Auth, { email, passwordHash, data, challenge, redirectTo }: EmailSignUp) {
  return auth.db.transaction(async (tx) => {
    const existing = await findUserByEmail(tx, email)
    if (existing !== null && existing.email_confirmed_at !== null) {
      await audit(tx, 'user_repeated_signup', existing)
      return drawStranger('email', { address: email, data, now: auth.now() })
    }
    const person = { provider: 'email', address: email, passwordHash, data, isConfirmed: false } as const
    const user = existing ?? (await createUser(tx, { ...person, now: auth.now() }))
    const asked = await mailConfirmation(tx, auth, { user, email, purpose: 'signup', challenge, redirectTo })
    await audit(tx, 'user_confirmation_requested', user, { provider: 'email' })
    // What an operator said about somebody they invited is not for whoever types that address.
    if (user.invited_at !== null) return { ...drawUser(asked, []), user_metadata: {} }
    return drawUser(asked, await findIdentitiesOf(tx, user.id))
  })
}

async function letIn(auth: Auth, { email, passwordHash, data, userAgent }: EmailSignUp): Promise<Answer> {
  const person = { provider: 'email', address: email, passwordHash, data, isConfirmed: true, now: auth.now() } as const
  try {
    const grant = await auth.db.transaction(async (tx) => {
      if ((await findUserByEmail(tx, email)) !== null) throw authErrors.userAlreadyExists()
      const user = await createUser(tx, person)
      await audit(tx, 'user_signedup', user, { provider: 'email' })
      return await openSession(tx, auth, user, { method: 'password', userAgent })
    })
    return await answerSession(auth, grant)
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23505') throw authErrors.userAlreadyExists({ cause: error })
    throw error
  }
}
