import { Agent, request } from 'node:http'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'

/** The result of one sign-up: the status of the response (0 for no response) and the duration in milliseconds. */
export type SignUpAttempt = { visitor: TestVisitor; status: number; ms: number }

/** A client that sends concurrent sign-ups over keep-alive connections. */
export type SignUpLoadGenerator = Disposable & { signUp(url?: string): Promise<SignUpAttempt> }

/** Creates a load generator for a backend. `signUp` can also use the URL of a proxy in front of the backend. */
export function createLoadGenerator(backend: TestBackend, connections = 200): SignUpLoadGenerator {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    signUp: async (url = backend.url) => {
      const visitor = createTestVisitor()
      const began = performance.now()
      const status = await post(
        `${url}/rest/v1/early_access_users`,
        backend.publishableKey,
        JSON.stringify(visitor),
        agent,
      )
      return { visitor, status, ms: performance.now() - began }
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}

/** Reads the addresses of all sign-ups, the recipients of all welcome mails, and the number of spots. */
export async function readStoredSignUps(
  backend: TestBackend,
): Promise<{ rows: string[]; mails: string[]; spots: number }> {
  const operator = backend.secretClient()
  const rows = await everyValue((from, to) =>
    operator.from('early_access_users').select('email').order('id').range(from, to),
  )
  const mails = await everyValue((from, to) => {
    return operator.from('mail_outbox').select('email:recipient').like('kind', 'welcome%').order('id').range(from, to)
  })
  const spots = await operator.from('app_settings').select('value').eq('key', 'early_access_spots').single()
  return { rows, mails, spots: Number(spots.data?.value) }
}

/** Sets the number of spots high enough that the count never reaches zero; each sign-up then decreases it by one. */
export async function setSpots(backend: TestBackend, spots: number): Promise<void> {
  await backend
    .secretClient()
    .from('app_settings')
    .update({ value: String(spots) })
    .eq('key', 'early_access_spots')
}

const PAGE = 1_000

async function everyValue(
  read: (from: number, to: number) => PromiseLike<{ data: { email: string }[] | null; error: Error | null }>,
): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const { data, error } = await read(all.length, all.length + PAGE - 1)
    if (error) throw error
    all.push(...(data ?? []).map(({ email }) => email))
    if ((data ?? []).length < PAGE) return all
  }
}

function post(url: string, apikey: string, body: string, agent: Agent): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const headers = { apikey, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const asked = request(url, { method: 'POST', headers, agent }, (response) => {
    response.resume()
    response.on('end', () => resolve(response.statusCode ?? 0))
    response.on('error', () => resolve(0))
  })
  asked.on('error', () => resolve(0))
  asked.end(body)
  return promise
}
