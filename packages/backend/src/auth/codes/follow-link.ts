import * as v from 'valibot'
import type { EndpointResponse } from '../../http/endpoint-response.ts'
import { Refusal } from '../../http/errors.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { createValidationError } from '../fields.ts'
import { resolveRedirectUrl } from '../redirects/redirect.ts'
import {
  buildErrorRedirectParameters,
  buildSessionRedirectParameters,
  createRedirectResponse,
} from '../redirects/redirect-response.ts'
import type { Requester } from '../requester.ts'
import { hashToken } from '../secrets.ts'
import { issueAuthCode } from '../sessions/flow-state-store.ts'
import { openSession, renderSession, type SessionResponseData } from '../sessions/session.ts'
import { findFlowIdByToken } from './one-time-token-store.ts'
import { emailChangePendingBody } from './verify.ts'
import { verifyEmailLink } from './verify-token.ts'

const query = v.looseObject({
  token: v.optional(v.string(), ''),
  token_hash: v.optional(v.string(), ''),
  type: v.optional(v.string(), ''),
})

/**
 * GET /verify. Verifies the token of a link that leads directly to this endpoint. Redirects with tokens in the URL fragment, with an auth
 * code for PKCE, or with an error. Our own mails link to the site instead, where the user has to click a button, so that mail
 * scanners do not consume the token.
 */
export const followEmailLinkEndpoint = defineAuthEndpoint({
  who: 'anyone',
  limit: 'verify',
  query,
  async handle({ auth, query, request, requester }) {
    const token = query.token || query.token_hash
    if (query.type === '') throw createValidationError('Verify requires a verification type')
    if (token === '') throw createValidationError('Verify requires a token or a token hash')
    const target = resolveRedirectUrl(auth, request)
    try {
      return await follow(auth, { type: query.type, token, target, requester })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return createRedirectResponse(target, buildErrorRedirectParameters(error), {
        inQuery: token.startsWith('pkce_'),
      })
    }
  },
})

type Link = { type: string; token: string; target: string; requester: Requester }
type Outcome = { kind: 'waits' } | { kind: 'code'; code: string } | { kind: 'session'; grant: SessionResponseData }

async function follow(auth: AuthDependencies, { type, token, target, requester }: Link): Promise<EndpointResponse> {
  const { sourceKey, userAgent } = requester
  const isPkce = token.startsWith('pkce_')
  const outcome = await auth.db.transaction(async (tx): Promise<Outcome> => {
    const flowStateId = isPkce ? await findFlowIdByToken(tx, hashToken(token)) : null
    const verified = await verifyEmailLink(tx, auth, { type, tokenHash: token, sourceKey })
    if ('awaitsOtherAddress' in verified) return { kind: 'waits' }
    if (!isPkce)
      return { kind: 'session', grant: await openSession(tx, auth, verified.user, { method: 'otp', userAgent }) }
    if (flowStateId === null) throw createValidationError('No valid flow state found for the link')
    return { kind: 'code', code: await issueAuthCode(tx, flowStateId, { user_id: verified.user.id }) }
  })
  auth.wakeMailWorker()
  if (outcome.kind === 'waits') return createRedirectResponse(target, { message: emailChangePendingBody.msg, sb: '' })
  if (outcome.kind === 'code')
    return createRedirectResponse(target, { code: outcome.code }, { inQuery: true, onlyQuery: true })
  return createRedirectResponse(target, {
    ...buildSessionRedirectParameters(await renderSession(auth, outcome.grant)),
    type,
  })
}
