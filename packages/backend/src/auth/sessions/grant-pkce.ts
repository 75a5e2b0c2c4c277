import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { EndpointResponse } from '../../http/endpoint-response.ts'
import { isSameSecret } from '../../http/secrets.ts'
import { recordAuditEvent } from '../audit.ts'
import type { GrantContext } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { createValidationError, parseAuthRequestBody, text } from '../fields.ts'
import { hashToken } from '../secrets.ts'
import { isUserBanned } from '../users/user.ts'
import { findUserById } from '../users/user-store.ts'
import {
  AUTH_FLOW_LIFETIME_SECONDS,
  deleteFlowState,
  type FlowStateRow,
  lockFlowStateByCode,
} from './flow-state-store.ts'
import { openSession, respondWithSession } from './session.ts'

const body = v.object({ auth_code: text, code_verifier: text })

/**
 * Exchanges the auth code from a mailed link or an OAuth callback for a session. Only the client that began the flow has the code verifier
 * (PKCE, RFC 7636 section 4.6). A correct verifier ends the flow; after a wrong verifier the client can retry.
 */
export async function handlePkceGrant({ auth, requester }: GrantContext, input: unknown): Promise<EndpointResponse> {
  const { auth_code: code, code_verifier: verifier } = parseAuthRequestBody(body, input)
  if (code === '' || verifier === '')
    throw createValidationError('invalid request: both auth code and code verifier should be non-empty')
  const { grant, flow } = await auth.db.transaction(async (tx) => {
    const flow = await lockFlowStateByCode(tx, hashToken(code))
    if (flow === null || flow.user_id === null) throw authErrors.flowStateNotFound()
    if (isStale(flow, auth.now())) throw authErrors.flowStateExpired()
    if (!fitsChallenge(flow, verifier)) throw authErrors.badCodeVerifier()
    const user = await findUserById(tx, flow.user_id)
    if (user === null || user.deleted_at !== null) throw authErrors.flowStateNotFound()
    if (isUserBanned(user, auth.now())) throw authErrors.userBanned()
    await recordAuditEvent(tx, 'login', user, { provider: flow.provider_type ?? 'email' })
    const proof = { method: flow.authentication_method, provider: flow.provider_type, userAgent: requester.userAgent }
    const grant = await openSession(tx, auth, user, proof)
    await deleteFlowState(tx, flow.id)
    return { grant, flow }
  })
  return await respondWithSession(auth, grant, providerTokens(flow))
}

function isStale(flow: FlowStateRow, now: Date): boolean {
  const since = flow.auth_code_issued_at ?? flow.created_at
  return now.getTime() - since.getTime() > AUTH_FLOW_LIFETIME_SECONDS * 1000
}

function fitsChallenge(flow: FlowStateRow, verifier: string): boolean {
  const challenge = flow.code_challenge ?? ''
  const answer =
    flow.code_challenge_method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return challenge !== '' && isSameSecret(answer, challenge)
}

function providerTokens(flow: FlowStateRow): object {
  const { provider_access_token: access, provider_refresh_token: refresh } = flow
  return { ...(access ? { provider_token: access } : {}), ...(refresh ? { provider_refresh_token: refresh } : {}) }
}
