import type { FastifyRequest } from 'fastify'
import type { EndpointResponse } from '../../http/endpoint-response.ts'
import { Refusal } from '../../http/errors.ts'
import { parseUniqueQuery } from '../../http/query.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { isUuid } from '../fields.ts'
import {
  buildErrorRedirectParameters,
  buildSessionRedirectParameters,
  createRedirectResponse,
} from '../redirects/redirect-response.ts'
import { OAuthError } from '../render-error.ts'
import type { Requester } from '../requester.ts'
import {
  AUTH_FLOW_LIFETIME_SECONDS,
  deleteFlowState,
  type FlowStateRow,
  issueAuthCode,
  lockFlowState,
  markOAuthFlowUsed,
} from '../sessions/flow-state-store.ts'
import { openSession, renderSession, type SessionResponseData } from '../sessions/session.ts'
import { isOAuthCallbackFromSameBrowser } from './browser-binding.ts'
import { linkProviderIdentity, resolveProviderAccount } from './external-account.ts'

/**
 * GET /callback, to which the OAuth provider redirects the browser. Redirects to a page with tokens, an auth code, or an error
 * (auth-contract.md 9.2). The flow is marked as used before the provider's code is exchanged, so that a callback can't be replayed.
 */
export const oauthCallbackEndpoint = defineAuthEndpoint({
  who: 'anyone',
  async handle({ auth, request, requester }) {
    const query = parseUniqueQuery(request.url)
    const flow = await takeFlow(auth, request, query.state).catch(asRefusal)
    if (flow instanceof Refusal) {
      return createRedirectResponse(auth.siteUrl, buildErrorRedirectParameters(flow), {
        inQuery: true,
        onlyQuery: true,
      })
    }
    const target = flow.referrer ?? auth.siteUrl
    const answer = await finish(auth, request, flow, requester, query).catch(asRefusal)
    if (!(answer instanceof Refusal)) return answer
    return createRedirectResponse(target, buildErrorRedirectParameters(answer), { inQuery: true, status: 302 })
  },
})

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

async function takeFlow(
  auth: AuthDependencies,
  request: FastifyRequest,
  state: string | undefined,
): Promise<FlowStateRow> {
  if (!state) throw authErrors.badOAuthCallback()
  if (!isUuid(state)) throw authErrors.badOAuthState()
  return await auth.db.transaction(async (tx) => {
    const flow = await lockFlowState(tx, state)
    if (flow === null || flow.provider_type === null) throw authErrors.badOAuthState()
    if (flow.user_id !== null || flow.provider_nonce === null) throw authErrors.flowStateUsed()
    if (auth.now().getTime() - flow.created_at.getTime() > AUTH_FLOW_LIFETIME_SECONDS * 1000)
      throw authErrors.badOAuthState()
    if (!isOAuthCallbackFromSameBrowser(auth, request, flow)) throw authErrors.badOAuthState()
    await markOAuthFlowUsed(tx, flow.id)
    return flow
  })
}

async function finish(
  auth: AuthDependencies,
  request: FastifyRequest,
  flow: FlowStateRow,
  requester: Requester,
  query: Record<string, string>,
): Promise<EndpointResponse> {
  if (query.error) throw new OAuthError(query.error, query.error_description ?? 'The provider refused.')
  const secrets = {
    state: flow.id,
    codeVerifier: flow.provider_code_verifier ?? '',
    nonce: flow.provider_nonce ?? '',
  }
  const exchanged = await auth.google.exchange(new URL(request.url, auth.siteUrl), secrets)
  const outcome = await auth.db.transaction(async (tx): Promise<Outcome> => {
    const { profile } = exchanged
    const target = flow.linking_target_id
    const account =
      target === null
        ? await resolveProviderAccount(tx, auth, profile, requester)
        : await linkProviderIdentity(tx, auth, target, profile)
    if ('refusal' in account) return account
    if (flow.code_challenge === null) {
      await deleteFlowState(tx, flow.id)
      const proof = { method: 'oauth', provider: profile.provider, userAgent: requester.userAgent }
      return { grant: await openSession(tx, auth, account.user, proof) }
    }
    const code = await issueAuthCode(tx, flow.id, {
      user_id: account.user.id,
      provider_access_token: exchanged.accessToken,
      provider_refresh_token: exchanged.refreshToken,
    })
    return { code }
  })
  auth.wakeMailWorker()
  return await answer(auth, flow.referrer ?? auth.siteUrl, outcome, exchanged)
}

/** Result of a callback. An error is returned instead of thrown, so that the transaction still commits its changes. */
type Outcome = { code: string } | { grant: SessionResponseData } | { refusal: Refusal }
type Exchanged = { accessToken: string; refreshToken: string | null }

async function answer(
  auth: AuthDependencies,
  target: string,
  outcome: Outcome,
  exchanged: Exchanged,
): Promise<EndpointResponse> {
  if ('refusal' in outcome) throw outcome.refusal
  if ('code' in outcome)
    return createRedirectResponse(target, { code: outcome.code }, { inQuery: true, onlyQuery: true, status: 302 })
  const session = buildSessionRedirectParameters(await renderSession(auth, outcome.grant))
  const { accessToken, refreshToken } = exchanged
  const provider = refreshToken === null ? {} : { provider_refresh_token: refreshToken }
  return createRedirectResponse(target, { ...session, provider_token: accessToken, ...provider }, { status: 302 })
}
