import { randomInt } from 'node:crypto'
import { Agent, request as ask } from 'node:http'
import * as fc from 'fast-check'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { listFuzzedEndpoints, unroutedEndpoints } from './endpoints.ts'
import { type FuzzReport, findServerErrors } from './odd-report.ts'
import { createRequestArbitrary, type FuzzedRequest } from './odd-requests.ts'

/** The environment variables of a fuzzed backend. They raise the rate limits and enable features that are off by default. */
export const FUZZED_BACKEND_ENVIRONMENT = {
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

const CONCURRENCY = 12
const ROUND = 1_000
const TIMEOUT_MS = 30_000
/**
 * The maximum length of a response in the fuzz test, in characters. Only a backup of the database may be longer, because the test
 * stores little data.
 */
const RESPONSE_MAX = 1_000_000
/**
 * 5xx statuses that the fuzz test accepts, each with the service that may send it: like GoTrue, the auth service responds with 501
 * when a feature is not available.
 */
const EXPECTED_5XX: Record<string, string> = { 501: 'auth' }

/**
 * Sends `count` malformed requests to all endpoints in turn, twelve concurrently over keep-alive connections. The same seed
 * generates the same requests. Signs in again every thousand requests, because some requests sign out.
 */
export async function fuzzRequests(backend: TestBackend, count: number, seed: number): Promise<FuzzReport> {
  const report: FuzzReport = { sent: 0, statuses: {}, wrong: [] }
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  const all = [...(await listFuzzedEndpoints()), ...unroutedEndpoints]
  try {
    for (let round = 0; report.sent < count; round += 1) {
      const many = Math.min(ROUND, count - report.sent)
      const token = await signedIn(backend)
      const perEndpoint = Math.ceil(many / all.length)
      const batches = all.map((endpoint, index) => {
        return fc.sample(createRequestArbitrary(endpoint), {
          numRuns: perEndpoint,
          seed: seed + round * all.length + index,
        })
      })
      const queue = batches.flat().slice(0, many)
      const worker = async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
          await judge(backend, next, token, agent, report)
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, worker))
    }
  } finally {
    agent.destroy()
  }
  report.wrong.push(...(await findServerErrors(backend)))
  return report
}

async function judge(
  backend: TestBackend,
  odd: FuzzedRequest,
  token: string,
  agent: Agent,
  report: FuzzReport,
): Promise<void> {
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

function problemOf({ url }: FuzzedRequest, status: number, text: string, secret: string): string | null {
  if (status === 0) return `no response: ${text}`
  if (status >= 500 && !url.startsWith(`/${EXPECTED_5XX[status]}/`)) return `status ${status}`
  if (/\bat \S+ \(?(file|node):|node_modules|\.ts:\d+:\d+/.test(text)) return 'the response contains a stack trace'
  if (text.length > RESPONSE_MAX && !url.startsWith('/operations/v1/backup'))
    return `a response of ${text.length} characters`
  if (text.includes(secret)) return 'the response contains the secret key'
  return null
}

/**
 * Sends a fuzzed request and returns the status and body of the response. Without a complete response, the status is 0 and the text
 * is the error message.
 */
async function exchange(
  backend: TestBackend,
  odd: FuzzedRequest,
  token: string,
  agent: Agent,
): Promise<{ status: number; text: string }> {
  const { port } = new URL(backend.url)
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>()
  const headers: Record<string, string | number> = {
    ...keysOf(odd, backend, token),
    'x-forwarded-for': `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(256)}`, // a different client IP address for each request
    ...odd.headers,
    ...(odd.body === null ? {} : { 'content-length': Buffer.byteLength(odd.body) }),
  }
  const options = { host: '127.0.0.1', port, agent, method: odd.method, path: odd.url, headers, timeout: TIMEOUT_MS }
  const request = ask(options, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
    )
    response.on('error', (error) => resolve({ status: 0, text: error.message }))
  })
  request.on('timeout', () => request.destroy(new Error(`no data in ${TIMEOUT_MS} ms`)))
  request.on('error', (error) => resolve({ status: 0, text: error.message }))
  request.end(odd.body ?? undefined)
  return promise
}

function keysOf({ asker }: FuzzedRequest, backend: TestBackend, token: string): Record<string, string> {
  const { publishableKey, secretKey } = backend
  if (asker === 'visitor') return { apikey: publishableKey }
  if (asker === 'member') return { apikey: publishableKey, authorization: `Bearer ${token}` }
  if (asker === 'operator') return { apikey: secretKey, authorization: `Bearer ${secretKey}` }
  if (asker === 'impostor') return { apikey: publishableKey, authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }
  return {}
}

async function signedIn(backend: TestBackend): Promise<string> {
  const password = 'a long enough sentence'
  const { email } = createTestVisitor()
  const created = await backend.secretClient().auth.admin.createUser({ email, password, email_confirm: true })
  if (created.error) throw created.error
  const { data, error } = await backend.client().auth.signInWithPassword({ email, password })
  if (error) throw error
  return data.session.access_token
}
