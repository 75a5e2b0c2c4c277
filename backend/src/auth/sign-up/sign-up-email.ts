import type { Transaction } from 'kysely'
import { isDatabaseError } from '../../database/errors.ts'
import type { Tables } from '../../database/tables.ts'
import { type Answer, ok } from '../../http/answer.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { takeMail } from '../ceilings.ts'
import { authErrors } from '../errors.ts'
import type { CodeChallenge } from '../fields.ts'
import { mailConfirmation } from '../messages/confirm-mail.ts'
import type { Requester } from '../requester.ts'
import { answerSession, openSession } from '../sessions/session.ts'
import { createUser } from '../users/new-user.ts'
import { findUserByEmail, insertedOnce } from '../users/user-store.ts'
import { compareWithEarlier, type Registered, registerUnproven } from './unproven-sign-up.ts'

/** A sign-up whose input is checked. */
export type EmailSignUp = {
  email: string
  password: string
  passwordHash: string
  data: Record<string, unknown>
  sourceKey: string
  challenge: CodeChallenge
  redirectTo: string
  userAgent: string | null
  requester: Requester
}

/** Adds an account for an address and mails it, or lets it in at once where confirmations are switched off. */
export function signUpWithEmail(auth: Auth, signUp: EmailSignUp): Promise<Answer> {
  return auth.config.email.enableConfirmations ? askToConfirm(auth, signUp) : letIn(auth, signUp)
}

async function askToConfirm(auth: Auth, signUp: EmailSignUp): Promise<Answer> {
  await takeMail(auth, { kind: 'confirmation', to: signUp.email, requester: signUp.requester })
  const unproven = { ...signUp, provider: 'email', address: signUp.email } as const
  const earlier = await compareWithEarlier(auth, unproven)
  // Two sign-ups of one address at the same moment: the second finds the first one's row when it looks again.
  const answer = await insertedOnce(() => register(auth, signUp, (tx) => registerUnproven(tx, auth, unproven, earlier)))
  auth.mailIsWaiting()
  return ok(answer)
}

type Registration = (tx: Transaction<Tables>) => Promise<Registered>

function register(auth: Auth, { email, challenge, redirectTo }: EmailSignUp, registration: Registration) {
  return auth.db.transaction(async (tx) => {
    const { user, known, body } = await registration(tx)
    if (user === null) {
      await audit(tx, 'user_repeated_signup', known)
      return body
    }
    await mailConfirmation(tx, auth, { user, email, purpose: 'signup', challenge, redirectTo })
    await audit(tx, 'user_confirmation_requested', user, { provider: 'email' })
    return body
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
