import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../../http/secrets.ts'
import type { Auth } from '../auth.ts'
import { hashToken, randomToken } from '../secrets.ts'
import type { FlowStateRow } from '../sessions/flow-state-store.ts'

/*
 * A flow ends in the browser it began in. Otherwise somebody could begin one (to link an identity to their own account,
 * say), send the provider's address to another person, and have that person's answer count for themselves. So the browser
 * that begins is marked with a cookie, and the mark must come back.
 */

const SECONDS = 3600

/** The mark of the browser that makes this request, new or as it was, with the header that keeps it there. */
export function markBrowser(auth: Auth, request: FastifyRequest): { hash: string; header: Record<string, string> } {
  const mark = readMark(auth, request) ?? randomToken()
  const secure = isSecure(auth) ? '; Secure' : ''
  const cookie = `${cookieName(auth)}=${mark}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`
  return { hash: hashToken(mark), header: { 'set-cookie': cookie } }
}

/**
 * Whether a flow comes back in its own browser. A program that is no browser keeps no cookies for its owner, and nobody
 * can lure it: it need not show the mark, but a wrong one is wrong.
 */
export function isOwnBrowser(auth: Auth, request: FastifyRequest, flow: Pick<FlowStateRow, 'browser_hash'>): boolean {
  const mark = readMark(auth, request)
  if (mark !== null) return isSameSecret(hashToken(mark), flow.browser_hash ?? '')
  const { 'sec-fetch-mode': mode, 'user-agent': agent = '' } = request.headers
  return mode !== 'navigate' && !agent.startsWith('Mozilla/')
}

function readMark(auth: Auth, request: FastifyRequest): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const value = pairs.find(([name]) => name === cookieName(auth))?.[1] ?? ''
  return /^[\w-]{43}$/.test(value) ? value : null
}

/** With this prefix browsers take the cookie only from this very host, and only over TLS. */
function cookieName(auth: Auth): string {
  return isSecure(auth) ? '__Host-auth-flow' : 'auth-flow'
}

function isSecure(auth: Auth): boolean {
  return auth.siteUrl.startsWith('https:')
}
