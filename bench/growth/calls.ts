import { object, parse, string } from 'valibot'
import { BENCHMARK_CREDENTIALS } from '../load/accounts.ts'
import type { HttpLoad, LoadResult } from '../load/generator.ts'
import { runLoadTest } from '../load/load.ts'
import { type BenchmarkServer, PUBLISHABLE_KEY, SECRET_KEY } from '../server.ts'

const VISITOR = { apikey: PUBLISHABLE_KEY, 'user-agent': 'Mozilla/5.0', 'content-type': 'application/json' }
const OPERATOR = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' }
const CREDENTIALS_BODY = JSON.stringify(BENCHMARK_CREDENTIALS)
const SECONDS = 3
const SESSIONS = 8

/** Creates the account that the sign-in and token refresh measurements use. */
export async function createBenchmarkAccount({ url }: BenchmarkServer): Promise<void> {
  const body = JSON.stringify({ ...BENCHMARK_CREDENTIALS, email_confirm: true })
  const { ok, status } = await fetch(`${url}/auth/v1/admin/users`, { method: 'POST', headers: OPERATOR, body })
  if (!ok) throw new Error(`The account for sign-in could not be created: status ${status}.`)
}

/** Load tests of the requests that visitors of the site send, by title. Each load test takes three seconds. */
export const visitorLoadTests = {
  'sign-up, 32 clients': (server) =>
    load({
      url: `${server.url}/rest/v1/early_access_users`,
      method: 'POST',
      clients: 32,
      body: { kind: 'sign-up' },
    }),
  'spots read, 32 clients': (server) =>
    load({ url: `${server.url}/rest/v1/app_settings?select=value&key=eq.early_access_spots`, clients: 32 }),
  'sign-in, 8 clients': (server) =>
    load({
      url: `${server.url}/auth/v1/token?grant_type=password`,
      method: 'POST',
      clients: SESSIONS,
      body: { kind: 'text', text: CREDENTIALS_BODY },
    }),
  async 'token refresh, 8 clients'({ url }) {
    const signIn = `${url}/auth/v1/token?grant_type=password`
    const tokens: string[] = []
    while (tokens.length < SESSIONS) {
      const response = await fetch(signIn, { method: 'POST', headers: VISITOR, body: CREDENTIALS_BODY })
      tokens.push(parse(object({ refresh_token: string() }), await response.json()).refresh_token)
    }
    return load({
      url: `${url}/auth/v1/token?grant_type=refresh_token`,
      method: 'POST',
      clients: SESSIONS,
      body: { kind: 'refresh', tokens },
    })
  },
} satisfies Record<string, (server: BenchmarkServer) => Promise<LoadResult>>

function load(what: Omit<HttpLoad, 'headers' | 'seconds'>): Promise<LoadResult> {
  return runLoadTest({ ...what, headers: VISITOR, seconds: SECONDS })
}
