import * as v from 'valibot'
import { backendUrl, publishableKey } from './addresses.ts'

const schema = v.object({
  external: v.object({ google: v.optional(v.boolean(), false) }),
  disable_signup: v.optional(v.boolean(), false),
  passkeys_enabled: v.optional(v.boolean(), false),
})

/** Which ways to sign in the service offers beside address and password. */
export type AuthSettings = { google: boolean; passkeys: boolean; newAccounts: boolean }

/** What is offered until the service has said more. */
export const plainSettings: AuthSettings = { google: false, passkeys: false, newAccounts: true }

let loading: Promise<AuthSettings> | null = null

/** Asks the service once a page; supabase-js has no call for it. Without an answer nothing is offered that may not work. */
export function loadAuthSettings(): Promise<AuthSettings> {
  loading ??= fetchSettings().catch(() => {
    loading = null
    return plainSettings
  })
  return loading
}

async function fetchSettings(): Promise<AuthSettings> {
  const answer = await fetch(`${backendUrl}/auth/v1/settings`, { headers: { apikey: publishableKey } })
  if (!answer.ok) throw new Error(`The auth service answered ${answer.status}.`)
  const settings = v.parse(schema, await answer.json())
  return {
    google: settings.external.google,
    passkeys: settings.passkeys_enabled,
    newAccounts: !settings.disable_signup,
  }
}
