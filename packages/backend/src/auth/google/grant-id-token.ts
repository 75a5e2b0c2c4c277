import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { EndpointResponse } from '../../http/endpoint-response.ts'
import { Refusal } from '../../http/errors.ts'
import { isSameSecret } from '../../http/secrets.ts'
import type { GrantContext } from '../auth-endpoint.ts'
import { requireUser } from '../bearer.ts'
import { authErrors } from '../errors.ts'
import { captchaFields, createValidationError, parseAuthRequestBody, text } from '../fields.ts'
import { OAuthError } from '../render-error.ts'
import { openSession, respondWithSession } from '../sessions/session.ts'
import { linkProviderIdentity, resolveProviderAccount } from './external-account.ts'

const body = v.object({
  id_token: text,
  provider: text,
  issuer: text,
  client_id: text,
  access_token: text,
  nonce: text,
  link_identity: v.nullish(v.boolean(), false),
  ...captchaFields,
})

/** Signs in with an ID token that a client got from the provider directly (auth-contract.md 2d). */
export async function handleIdTokenGrant(
  { auth, request, requester }: GrantContext,
  input: unknown,
): Promise<EndpointResponse> {
  const {
    id_token: idToken,
    provider,
    issuer,
    client_id: clientId,
    access_token,
    nonce,
    link_identity,
  } = parseAuthRequestBody(body, input)
  if (idToken === '') throw new OAuthError('invalid request', 'id_token required')
  if (provider === '' && (issuer === '' || clientId === '')) {
    throw new OAuthError('invalid request', 'provider or client_id and issuer required')
  }
  const isGoogle = provider === 'google' || issuer === auth.config.google.issuer
  if (!isGoogle) throw createValidationError(`Custom OIDC provider ${JSON.stringify(provider || issuer)} not allowed`)
  if (!auth.config.google.enabled) {
    throw authErrors.providerDisabled({
      message: `Provider (issuer ${JSON.stringify(auth.config.google.issuer)}) is not enabled`,
    })
  }
  const linkingTarget = link_identity ? (await requireUser(auth, request)).user.id : null
  if (link_identity && !auth.config.enableManualLinking) throw authErrors.manualLinkingDisabled()
  const { profile, nonce: signedNonce } = await auth.google.verifyIdToken(idToken, access_token)
  checkNonce(nonce, signedNonce)
  const outcome = await auth.db.transaction(async (tx) => {
    const account =
      linkingTarget === null
        ? await resolveProviderAccount(tx, auth, profile, requester)
        : await linkProviderIdentity(tx, auth, linkingTarget, profile)
    if ('refusal' in account) return account.refusal
    return await openSession(tx, auth, account.user, {
      method: 'oauth',
      provider: profile.provider,
      userAgent: requester.userAgent,
    })
  })
  auth.wakeMailWorker()
  if (outcome instanceof Refusal) throw outcome
  return await respondWithSession(auth, outcome)
}

/** Throws unless the ID token contains the hash of the nonce, which only the client that requested the token knows. */
function checkNonce(nonce: string, signed: string | null): void {
  if ((nonce === '') !== (signed === null)) {
    throw new OAuthError('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (signed === null) return
  const hashed = createHash('sha256').update(nonce).digest('hex')
  if (!isSameSecret(hashed, signed)) throw new OAuthError('invalid nonce', 'Nonces mismatch')
}
