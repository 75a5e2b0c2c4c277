import { object, parse, string } from 'valibot'
import { type BenchmarkServer, OPERATOR_HEADERS } from '../server.ts'
import type { HttpLoad, LoadResult } from './generator.ts'
import { runLoadTest } from './load.ts'

/** The account that the load generator signs in with. */
export const BENCHMARK_CREDENTIALS = {
  email: 'mara.lanterns@guests.example.com',
  password: 'Lanterns over the lake 12',
}

/** The path of the request for the number of spots. */
export const SPOTS_PATH = '/rest/v1/app_settings?select=value&key=eq.early_access_spots'

/** A running backend with Supabase's APIs, and the headers of a visitor's requests. */
export type MeasuredBackend = { url: string; headers: Record<string, string> }

/** The number of clients that send requests at the same time, and the duration of the load test. */
export type Rate = { clients: number; seconds: number }

const CREDENTIALS_BODY = JSON.stringify(BENCHMARK_CREDENTIALS)
const SIGN_IN = '/auth/v1/token?grant_type=password'
const REFRESH = '/auth/v1/token?grant_type=refresh_token'
const session = object({ refresh_token: string() })

/** Load tests of the requests that visitors of the site send, by title. The account of `BENCHMARK_CREDENTIALS` must exist. */
export const VISITOR_CALLS = {
  'sign-up': (backend, rate) => post(backend, '/rest/v1/early_access_users', { kind: 'sign-up' }, rate),
  'spots read': ({ url, headers }, rate) => runLoadTest({ url: `${url}${SPOTS_PATH}`, headers, ...rate }),
  'sign-in': (backend, rate) => post(backend, SIGN_IN, { kind: 'text', text: CREDENTIALS_BODY }, rate),
  async 'token refresh'(backend, rate) {
    const { url, headers } = backend
    const tokens: string[] = []
    while (tokens.length < rate.clients) {
      const response = await fetch(`${url}${SIGN_IN}`, { method: 'POST', headers, body: CREDENTIALS_BODY })
      tokens.push(parse(session, await response.json()).refresh_token)
    }
    return post(backend, REFRESH, { kind: 'refresh', tokens }, rate)
  },
} satisfies Record<string, (backend: MeasuredBackend, rate: Rate) => Promise<LoadResult>>

/** Creates the account of `BENCHMARK_CREDENTIALS`. Throws when the request fails. */
export async function createBenchmarkAccount({ url }: BenchmarkServer): Promise<void> {
  const body = JSON.stringify({ ...BENCHMARK_CREDENTIALS, email_confirm: true })
  const { ok, status } = await fetch(`${url}/auth/v1/admin/users`, { method: 'POST', headers: OPERATOR_HEADERS, body })
  if (!ok) throw new Error(`The account for sign-in could not be created: status ${status}.`)
}

function post(
  { url, headers }: MeasuredBackend,
  path: string,
  body: HttpLoad['body'],
  rate: Rate,
): Promise<LoadResult> {
  return runLoadTest({ url: `${url}${path}`, method: 'POST', headers, body, ...rate })
}
