import { type EndpointResponse, okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import {
  type CodeChallenge,
  captchaFields,
  createValidationError,
  jsonBodySchema,
  parseCodeChallenge,
  pkceFields,
  requireEmail,
  text,
} from '../fields.ts'
import { enforceMessageLimit } from '../global-limits.ts'
import { queueConfirmationMail } from '../messages/confirm-mail.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { resolveRedirectUrl } from '../redirects/redirect.ts'
import type { Requester } from '../requester.ts'
import { findUserByEmail } from '../users/user-store.ts'

const input = jsonBodySchema({ email: text, ...pkceFields, ...captchaFields })

/**
 * POST /recover. Mails a password recovery link if the account exists. Response, duration and rate limit are the same for an unknown e-mail
 * address, so that they do not reveal whether the account exists.
 */
export const passwordRecoveryEndpoint = defineAuthEndpoint({
  who: 'anyone',
  limit: 'recover',
  input,
  async handle({ auth, input, request, requester }) {
    if (!auth.config.email.enableSignup) {
      throw authErrors.emailProviderDisabled({ message: 'Email logins are disabled' })
    }
    if (input.email === '') throw createValidationError('Password recovery requires an email')
    const email = requireEmail(input.email)
    const challenge = parseCodeChallenge(input)
    const redirectTo = resolveRedirectUrl(auth, request)
    return await withMinimumDuration(() => mailRecovery(auth, { email, challenge, redirectTo, requester }))
  },
})

type Recovery = { email: string; challenge: CodeChallenge; redirectTo: string; requester: Requester }

async function mailRecovery(
  auth: AuthDependencies,
  { email, challenge, redirectTo, requester }: Recovery,
): Promise<EndpointResponse> {
  const isSent = (await findUserByEmail(auth.db.kysely, email)) !== null
  await enforceMessageLimit(auth, 'mail', { kind: 'recovery', to: email, requester, isSent })
  await auth.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === null) return
    await queueConfirmationMail(tx, auth, { user, email, purpose: 'recovery', challenge, redirectTo })
    await recordAuditEvent(tx, 'user_recovery_requested', user)
  })
  auth.wakeMailWorker()
  return okResponse({})
}
