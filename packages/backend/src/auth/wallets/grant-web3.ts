import * as v from 'valibot'
import type { EndpointResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import type { GrantContext } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { captchaFields, createValidationError, parseAuthRequestBody, text, toAsciiLowerCase } from '../fields.ts'
import { isAllowedRedirectUrl } from '../redirects/redirect.ts'
import { OAuthError } from '../render-error.ts'
import { openSession, respondWithSession } from '../sessions/session.ts'
import { findIdentity, insertIdentity, updateIdentity } from '../users/identity-store.ts'
import { isUserBanned } from '../users/user.ts'
import { findUserById, insertUser, type UserRow } from '../users/user-store.ts'
import { parseWalletMessage, type WalletMessage } from './wallet-message.ts'
import { isValidEthereumSignature, isValidSolanaSignature } from './wallet-signature.ts'

const body = v.object({ chain: text, message: v.nullish(v.string(), ''), signature: text, ...captchaFields })

type Chain = 'ethereum' | 'solana'
const PROVIDER = 'web3'
const TEN_MINUTES_MS = 600_000
const SKEW_MS = 60_000

/** POST /token?grant_type=web3. Signs in with a message signed by a wallet. Disabled by default (auth-contract.md 2e). */
export async function handleWeb3Grant({ auth, requester }: GrantContext, input: unknown): Promise<EndpointResponse> {
  const { web3 } = auth.config
  if (!web3.ethereum && !web3.solana) throw authErrors.web3Disabled() // checked first, so that even an invalid body gets this error
  const { chain, message, signature } = parseAuthRequestBody(body, input)
  const network = requireChain(auth, chain)
  if (message.length < 64 || message.length > 20_480) throw createValidationError('message is too short or too long')
  requireSignatureForm(network, signature)
  const signed = parseWalletMessage(message, network)
  if (signed === null) throw refused('Signed message has no valid form')
  refuseWrongOriginOrTime(auth, signed)
  const isSigned = network === 'ethereum' ? isValidEthereumSignature : isValidSolanaSignature
  if (!(await isSigned(message, signature, signed.address)))
    throw refused('Signature does not match address in message')

  const grant = await auth.db.transaction(async (tx) => {
    const user = await findOrCreateAccount(tx, auth, network, signed)
    return await openSession(tx, auth, user, { method: PROVIDER, provider: PROVIDER, userAgent: requester.userAgent })
  })
  return await respondWithSession(auth, grant)
}

function requireChain(auth: AuthDependencies, chain: string): Chain {
  const { web3 } = auth.config
  if (chain !== 'ethereum' && chain !== 'solana') throw authErrors.web3Unsupported()
  if (web3[chain]) return chain
  const name = chain === 'ethereum' ? 'Ethereum' : 'Solana'
  throw authErrors.web3Disabled({ message: `${name} Web3 provider is disabled` })
}

function requireSignatureForm(chain: Chain, signature: string): void {
  const form = chain === 'ethereum' ? /^(0x)?[0-9a-f]{130}$/i : /^[\w+/-]{86}(==)?$/
  if (!form.test(signature)) throw createValidationError('signature is not of the expected form')
}

/** Throws for a wallet message that was signed for another site or is outside of its time window, because it may be a replay. */
function refuseWrongOriginOrTime(auth: AuthDependencies, signed: WalletMessage): void {
  const url = URL.parse(signed.uri)
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url === null || (url.protocol !== 'https:' && !isLocal))
    throw refused('Signed message is using an unsupported URI')
  const isOurs = isAllowedRedirectUrl(url.href, auth.redirectRules) && url.host === signed.domain
  if (!isOurs) throw refused('Signed message is using a domain or URI that is not allowed on this server')
  if (signed.version !== '1') throw refused('Signed message has an unsupported version')
  const now = auth.now().getTime()
  const { issuedAt, expirationTime, notBefore } = signed
  if (issuedAt === null || now - issuedAt.getTime() > TEN_MINUTES_MS)
    throw refused('Signed message was issued too long ago')
  if (issuedAt.getTime() - now > SKEW_MS) throw refused('Signed message was issued in the future')
  if (expirationTime !== null && expirationTime.getTime() <= now) throw refused('Signed message is expired')
  if (notBefore !== null && notBefore.getTime() > now) throw refused('Signed message becomes valid in the future')
}

async function findOrCreateAccount(
  tx: Parameters<typeof insertUser>[0],
  auth: AuthDependencies,
  chain: Chain,
  signed: WalletMessage,
): Promise<UserRow> {
  const address = chain === 'ethereum' ? toAsciiLowerCase(signed.address) : signed.address
  const providerId = `${PROVIDER}:${chain}:${address}`
  const { domain, statement, chainId } = signed
  const data = { sub: providerId, custom_claims: { address, chain, network: chainId, domain, statement } }
  const identity = await findIdentity(tx, PROVIDER, { issuer: '', id: providerId })
  const known = identity === null ? null : await findUserById(tx, identity.user_id)
  if (identity !== null && known !== null) {
    if (isUserBanned(known, auth.now())) throw authErrors.userBanned()
    await updateIdentity(tx, identity.id, data, { signedIn: true })
    await recordAuditEvent(tx, 'login', known, { provider: PROVIDER })
    return known
  }
  if (!auth.config.enableSignup) throw authErrors.signupDisabled()
  const appMetadata = { provider: PROVIDER, providers: [PROVIDER] }
  const user = await insertUser(tx, { appMetadata, userMetadata: data })
  await insertIdentity(tx, {
    user_id: user.id,
    provider: PROVIDER,
    provider_id: providerId,
    data,
    last_sign_in_at: auth.now(),
  })
  await recordAuditEvent(tx, 'user_signedup', user, { provider: PROVIDER })
  return user
}

function refused(description: string): OAuthError {
  return new OAuthError('invalid_grant', description)
}
