import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../../http/secrets.ts'
import type { AuthDependencies } from '../auth.ts'
import { generateRandomToken, hashToken } from '../secrets.ts'
import type { FlowStateRow } from '../sessions/flow-state-store.ts'

/*
 * An OAuth flow must end in the browser it began in. Otherwise an attacker could begin a flow (for example to link an
 * identity to their own account), send the provider's URL to a victim, and have the victim's sign-in complete it (login
 * CSRF). So the browser that begins a flow gets a cookie with a random token, and must send that cookie with the callback request.
 */

const SECONDS = 3600

/** Returns the hash of the browser's binding token (existing or new), and the Set-Cookie header that stores the token. */
export function createBrowserBinding(
  auth: AuthDependencies,
  request: FastifyRequest,
): { hash: string; header: Record<string, string> } {
  const bindingToken = readBindingToken(auth, request) ?? generateRandomToken()
  const secure = isSecure(auth) ? '; Secure' : ''
  const cookie = `${cookieName(auth)}=${bindingToken}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`
  return { hash: hashToken(bindingToken), header: { 'set-cookie': cookie } }
}

/**
 * Returns whether a callback request comes from the browser that began the OAuth flow. A client that is not a browser may omit the cookie,
 * because an attacker cannot lure it to a URL. A wrong cookie is rejected from any client.
 */
export function isOAuthCallbackFromSameBrowser(
  auth: AuthDependencies,
  request: FastifyRequest,
  flow: Pick<FlowStateRow, 'browser_hash'>,
): boolean {
  const bindingToken = readBindingToken(auth, request)
  if (bindingToken !== null) return isSameSecret(hashToken(bindingToken), flow.browser_hash ?? '')
  const { 'sec-fetch-mode': mode, 'user-agent': agent = '' } = request.headers
  return mode !== 'navigate' && !agent.startsWith('Mozilla/')
}

function readBindingToken(auth: AuthDependencies, request: FastifyRequest): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const value = pairs.find(([name]) => name === cookieName(auth))?.[1] ?? ''
  return /^[\w-]{43}$/.test(value) ? value : null
}

/** Returns the cookie name. Over TLS it has the prefix `__Host-`, so that no other host of the domain can set the cookie. */
function cookieName(auth: AuthDependencies): string {
  return isSecure(auth) ? '__Host-auth-flow' : 'auth-flow'
}

function isSecure(auth: AuthDependencies): boolean {
  return auth.siteUrl.startsWith('https:')
}
