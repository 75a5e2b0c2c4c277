import * as v from 'valibot'
import { backendUrl, readPublishableKey } from './addresses.ts'

const schema = v.object({
  external: v.object({ google: v.optional(v.boolean(), false) }),
  disable_signup: v.optional(v.boolean(), false),
  passkeys_enabled: v.optional(v.boolean(), false),
})

/** The sign-in methods that the auth service offers in addition to passwords, and whether it accepts new accounts. */
export type AuthSettings = { google: boolean; passkeys: boolean; newAccounts: boolean }

/** Default settings, used until the auth service has responded. */
export const defaultAuthSettings: AuthSettings = { google: false, passkeys: false, newAccounts: true }

let loading: Promise<AuthSettings> | null = null

/**
 * Fetches the settings of the auth service, once per page load. supabase-js has no method for this endpoint. Resolves with the defaults
 * when the request fails, so that no sign-in method is offered that may not work.
 */
export function loadAuthSettings(): Promise<AuthSettings> {
  loading ??= fetchSettings().catch(() => {
    loading = null
    return defaultAuthSettings
  })
  return loading
}

async function fetchSettings(): Promise<AuthSettings> {
  const response = await fetch(`${backendUrl}/auth/v1/settings`, { headers: { apikey: readPublishableKey() } })
  if (!response.ok) throw new Error(`Auth settings: HTTP ${response.status}`)
  const settings = v.parse(schema, await response.json())
  return {
    google: settings.external.google,
    passkeys: settings.passkeys_enabled,
    newAccounts: !settings.disable_signup,
  }
}
