import type { EndpointResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { enforceRouteLimit, type RequestWithCaller } from '../route-rate-limits.ts'
import { getUserAgent, openSession, respondWithSession } from '../sessions/session.ts'
import { insertUser } from '../users/user-store.ts'

/** POST /signup without e-mail address and phone number. Creates an anonymous user. Disabled by default (auth-contract.md section 1b). */
export async function signInAnonymously(
  auth: AuthDependencies,
  by: RequestWithCaller,
  data: Record<string, unknown>,
): Promise<EndpointResponse> {
  if (!auth.config.enableSignup) throw authErrors.signupDisabled()
  if (!auth.config.enableAnonymousSignIns) throw authErrors.anonymousProviderDisabled()
  await enforceRouteLimit(auth, by, 'anonymous')
  const userAgent = getUserAgent(by.request)
  const grant = await auth.db.transaction(async (tx) => {
    const user = await insertUser(tx, { is_anonymous: true, appMetadata: {}, userMetadata: data })
    await recordAuditEvent(tx, 'user_signedup', user, { provider: 'anonymous' })
    return await openSession(tx, auth, user, { method: 'anonymous', userAgent })
  })
  return await respondWithSession(auth, grant)
}
