import { object, parse, string } from 'valibot'
import { runLoadTest } from './load.ts'

/** The account that the load generator signs in with. */
export const BENCHMARK_CREDENTIALS = {
  email: 'mara.lanterns@guests.example.com',
  password: 'Lanterns over the lake 12',
}

/** A server with Supabase's auth API, and the headers for its requests. */
export type AuthServer = { url: string; headers: Record<string, string> }

const session = object({ refresh_token: string() })

/** Measures sign-ins of `BENCHMARK_CREDENTIALS` and then token refreshes, in requests per second. Throws when a request fails. */
export async function measureAuthThroughput(
  { url, headers }: AuthServer,
  clients: number,
  seconds: number,
): Promise<{ signIn: number; refresh: number }> {
  const body = JSON.stringify(BENCHMARK_CREDENTIALS)
  const signIn = { url: `${url}/auth/v1/token?grant_type=password`, method: 'POST' as const, headers }
  const renew = { ...signIn, url: `${url}/auth/v1/token?grant_type=refresh_token` }
  const tokens: string[] = []
  for (let client = 0; client < clients; client += 1) {
    const response = await fetch(signIn.url, { method: 'POST', headers, body })
    tokens.push(parse(session, await response.json()).refresh_token)
  }
  const signedIn = await runLoadTest({ ...signIn, clients, seconds, body: { kind: 'text', text: body } })
  const renewed = await runLoadTest({ ...renew, clients, seconds, body: { kind: 'refresh', tokens } })
  return { signIn: signedIn.perSecond, refresh: renewed.perSecond }
}
