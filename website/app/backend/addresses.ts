import { PUBLISHABLE_KEY_META } from '@site/contract/publishable-key'

// VITE_ environment variables, read at build time, configure a site and a backend on different hosts (docs/deploy.md). By default, both
// share one origin.

function setting(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** Base URL of the Supabase API, or '' for the page's own origin. */
export const backendUrl = setting(import.meta.env.VITE_SUPABASE_URL).replace(/\/+$/, '')

/** Returns the publishable API key of the page, which the browser sends and which gives a request the role `anon`. */
export function readPublishableKey(): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${PUBLISHABLE_KEY_META}"]`)?.content ?? ''
}

/** URL of the folder with version.json and the latest installers, with a trailing slash. */
export const downloadsUrl = `${(
  setting(import.meta.env.VITE_DOWNLOADS_URL) || `${backendUrl}/storage/v1/object/public/downloads/latest`
).replace(/\/+$/, '')}/`
