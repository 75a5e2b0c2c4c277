import { object, parse, string } from 'valibot'
import { putUnderLoad } from './load.ts'

/** Who signs in, over and over. */
export const PERSON = { email: 'mara.lanterns@guests.example.com', password: 'Lanterns over the lake 12' }

/** What speaks the protocol of Supabase's accounts, and what it wants to be told with each request. */
export type Accounts = { url: string; headers: Record<string, string> }

const session = object({ refresh_token: string() })

/** Sign-ins of `PERSON` and renewals of sessions a second, one after the other. Throws when one of them fails. */
export async function accountsPerSecond(
  { url, headers }: Accounts,
  clients: number,
  seconds: number,
): Promise<{ signIn: number; refresh: number }> {
  const body = JSON.stringify(PERSON)
  const signIn = { url: `${url}/auth/v1/token?grant_type=password`, method: 'POST' as const, headers }
  const renew = { ...signIn, url: `${url}/auth/v1/token?grant_type=refresh_token` }
  const tokens: string[] = []
  for (let client = 0; client < clients; client += 1) {
    const answer = await fetch(signIn.url, { method: 'POST', headers, body })
    tokens.push(parse(session, await answer.json()).refresh_token)
  }
  const signedIn = await putUnderLoad({ ...signIn, clients, seconds, body: { kind: 'text', text: body } })
  const renewed = await putUnderLoad({ ...renew, clients, seconds, body: { kind: 'refresh', tokens } })
  return { signIn: signedIn.perSecond, refresh: renewed.perSecond }
}
