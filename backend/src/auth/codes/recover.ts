import { type Answer, ok } from '../../http/answer.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { authEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import {
  type CodeChallenge,
  invalid,
  jsonBody,
  pkceFields,
  readCodeChallenge,
  requireEmail,
  securityFields,
  text,
} from '../fields.ts'
import { limitMail } from '../global-limits.ts'
import { mailConfirmation } from '../messages/confirm-mail.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { redirectOf } from '../redirects/redirect-of.ts'
import { type Requester, requesterOf } from '../requester.ts'
import { findUserByEmail } from '../users/user-store.ts'

const input = jsonBody({ email: text, ...pkceFields, ...securityFields })

/**
 * POST /recover. Mails a recovery link if the account exists. Response, duration and rate limit are the same for an unknown address, so
 * that they do not reveal whether the account exists.
 */
export function recover(auth: Auth) {
  return authEndpoint(auth, {
    who: 'anyone',
    limit: 'recover',
    input,
    async handle({ input, request }) {
      if (!auth.config.email.enableSignup) {
        throw authErrors.emailProviderDisabled({ message: 'Email logins are disabled' })
      }
      if (input.email === '') throw invalid('Password recovery requires an email')
      const email = requireEmail(input.email)
      const challenge = readCodeChallenge(input)
      const redirectTo = redirectOf(auth, request)
      return await withMinimumDuration(() =>
        mailRecovery(auth, { email, challenge, redirectTo, requester: requesterOf(auth, request) }),
      )
    },
  })
}

type Recovery = { email: string; challenge: CodeChallenge; redirectTo: string; requester: Requester }

async function mailRecovery(auth: Auth, { email, challenge, redirectTo, requester }: Recovery): Promise<Answer> {
  await limitMail(auth, { kind: 'recovery', to: email, requester })
  await auth.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === null) return
    await mailConfirmation(tx, auth, { user, email, purpose: 'recovery', challenge, redirectTo })
    await audit(tx, 'user_recovery_requested', user)
  })
  auth.wakeMailWorker()
  return ok({})
}
