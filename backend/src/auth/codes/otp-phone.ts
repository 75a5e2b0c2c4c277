import { type Answer, ok } from '../../http/answer.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { codeMessage, type PendingMessage, sendMessage, spaceMessages } from '../messages/sms.ts'
import { createUser } from '../users/new-user.ts'
import { findUserByPhone, insertedOnce, updateUser } from '../users/user-store.ts'
import { issueToken } from './one-time-token.ts'

/** A request for a code by text message whose input is checked; `phone` is E.164 without its plus. */
export type PhoneOtp = { phone: string; createsUser: boolean; data: Record<string, unknown> }

/** Texts a code. Somebody new becomes a user, confirmed once the code comes back. */
export async function textCode(auth: Auth, otp: PhoneOtp): Promise<Answer> {
  const known = await findUserByPhone(auth.db.kysely, otp.phone)
  if (!otp.createsUser && known === null) throw authErrors.otpDisabled()
  if (known === null && !auth.config.enableSignup) throw authErrors.signupDisabled()
  await spaceMessages(auth, 'code', otp.phone)
  await sendMessage(auth, await insertedOnce(() => makeCode(auth, otp)))
  return ok({})
}

function makeCode(auth: Auth, { phone, data }: PhoneOtp): Promise<PendingMessage> {
  return auth.db.transaction(async (tx) => {
    const person = { provider: 'phone', address: phone, passwordHash: null, data, isConfirmed: false } as const
    const user = (await findUserByPhone(tx, phone)) ?? (await createUser(tx, { ...person, now: auth.now() }))
    const token = { userId: user.id, kind: 'confirmation', relatesTo: phone, takesOver: true } as const
    const { code } = await issueToken(tx, auth, token)
    await updateUser(tx, user.id, { confirmation_sent_at: auth.now() })
    await audit(tx, 'user_recovery_requested', user, { provider: 'phone' })
    return { to: phone, text: codeMessage(auth, code) }
  })
}
