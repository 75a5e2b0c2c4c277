import { randomInt } from 'node:crypto'
import { Agent, request as ask } from 'node:http'
import * as fc from 'fast-check'
import { aVisitor } from '../support/a-visitor.ts'
import type { Backend } from '../support/start-backend.ts'
import { endpoints, siteEndpoints } from './endpoints.ts'
import { faultsIn, type OddReport } from './odd-report.ts'
import { type OddRequest, oddRequestTo } from './odd-requests.ts'

/** What a backend is started with, so that odd inputs get past the limits and reach what is usually switched off. */
export const OPEN_DOORS = {
  TRUSTED_PROXIES: '127.0.0.0/8, ::1',
  AUTH_EMAIL_MAX_FREQUENCY: '0',
  AUTH_SMS_MAX_FREQUENCY: '0',
  AUTH_SMS_ENABLE_SIGNUP: 'true',
  AUTH_ENABLE_ANONYMOUS_SIGN_INS: 'true',
  AUTH_ENABLE_MANUAL_LINKING: 'true',
  AUTH_PASSKEY_ENABLED: 'true',
  AUTH_WEB3_ETHEREUM_ENABLED: 'true',
  AUTH_WEB3_SOLANA_ENABLED: 'true',
  AUTH_MFA_PHONE_ENROLL_ENABLED: 'true',
  AUTH_MFA_PHONE_VERIFY_ENABLED: 'true',
  AUTH_RATE_LIMIT_EMAIL_SENT: '1000000',
  AUTH_RATE_LIMIT_SMS_SENT: '1000000',
}

const AT_ONCE = 12
const ROUND = 1_000
const PATIENCE_MS = 30_000
/** More than any answer can have with what is stored here, a backup excepted. */
const ANSWER_MAX = 1_000_000
/** What the protocols answer with a 5xx on purpose: a part of the auth service that is not there. */
const MEANT: Record<string, string> = { 501: 'auth' }

/**
 * Sends `count` odd requests, every endpoint in its turn, a dozen at a time over connections that stay open. The same seed
 * makes the same requests. Sign-ins are made anew every thousand, because some of the requests sign out.
 */
export async function sendOddRequests(backend: Backend, count: number, seed: number): Promise<OddReport> {
  const report: OddReport = { sent: 0, statuses: {}, wrong: [] }
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const all = [...endpoints, ...siteEndpoints]
  try {
    for (let round = 0; report.sent < count; round += 1) {
      const many = Math.min(ROUND, count - report.sent)
      const token = await signedIn(backend)
      const perEndpoint = Math.ceil(many / all.length)
      const sheets = all.map((endpoint, index) => {
        return fc.sample(oddRequestTo(endpoint), { numRuns: perEndpoint, seed: seed + round * all.length + index })
      })
      const queue = sheets.flat().slice(0, many)
      const worker = async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
          await judge(backend, next, token, agent, report)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
    }
  } finally {
    agent.destroy()
  }
  report.wrong.push(...(await faultsIn(backend)))
  return report
}

async function judge(backend: Backend, odd: OddRequest, token: string, agent: Agent, report: OddReport): Promise<void> {
  const { status, text } = await exchange(backend, odd, token, agent)
  report.sent += 1
  report.statuses[status] = (report.statuses[status] ?? 0) + 1
  const problem = problemOf(odd, status, text, backend.secretKey)
  if (problem === null) return
  const { asker, method, url, headers, body } = odd
  report.wrong.push(
    JSON.stringify({ problem, asker, method, url, headers, body: body?.slice(0, 2_000), text: text.slice(0, 500) }),
  )
}

function problemOf({ url }: OddRequest, status: number, text: string, secret: string): string | null {
  if (status === 0) return `no answer: ${text}`
  if (status >= 500 && !url.startsWith(`/${MEANT[status]}/`)) return `status ${status}`
  if (/\bat \S+ \(?(file|node):|node_modules|\.ts:\d+:\d+/.test(text)) return 'a stack was told'
  if (text.length > ANSWER_MAX && !url.startsWith('/operations/v1/backup'))
    return `an answer of ${text.length} characters`
  if (text.includes(secret)) return 'the secret key was told'
  return null
}

/** The answer; status 0 when there is none. */
async function exchange(
  backend: Backend,
  odd: OddRequest,
  token: string,
  agent: Agent,
): Promise<{ status: number; text: string }> {
  const { port } = new URL(backend.url)
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>()
  const headers: Record<string, string | number> = {
    ...keysOf(odd, backend, token),
    'x-forwarded-for': `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(256)}`, // somebody else every time
    ...odd.headers,
    ...(odd.body === null ? {} : { 'content-length': Buffer.byteLength(odd.body) }),
  }
  const options = { host: '127.0.0.1', port, agent, method: odd.method, path: odd.url, headers, timeout: PATIENCE_MS }
  const request = ask(options, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
    )
    response.on('error', (error) => resolve({ status: 0, text: error.message }))
  })
  request.on('timeout', () => request.destroy(new Error(`nothing came in ${PATIENCE_MS} ms`)))
  request.on('error', (error) => resolve({ status: 0, text: error.message }))
  request.end(odd.body ?? undefined)
  return promise
}

function keysOf({ asker }: OddRequest, backend: Backend, token: string): Record<string, string> {
  const { publishableKey, secretKey } = backend
  if (asker === 'visitor') return { apikey: publishableKey }
  if (asker === 'member') return { apikey: publishableKey, authorization: `Bearer ${token}` }
  if (asker === 'operator') return { apikey: secretKey, authorization: `Bearer ${secretKey}` }
  if (asker === 'impostor') return { apikey: publishableKey, authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }
  return {}
}

async function signedIn(backend: Backend): Promise<string> {
  const password = 'a long enough sentence'
  const { email } = aVisitor()
  const created = await backend.secretClient().auth.admin.createUser({ email, password, email_confirm: true })
  if (created.error) throw created.error
  const { data, error } = await backend.client().auth.signInWithPassword({ email, password })
  if (error) throw error
  return data.session.access_token
}
