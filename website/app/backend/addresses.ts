// Set when the site is built for another host than its backend (docs/deploy); by default everything is on one origin.

function setting(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** Where the Supabase protocols are spoken, or '' for the page's own origin. */
export const backendUrl = setting(import.meta.env.VITE_SUPABASE_URL).replace(/\/+$/, '')

/** The key that every browser may know; it carries the anonymous role. */
export const publishableKey =
  setting(import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY) || 'sb_publishable_local-development-only'

/** The folder with version.json and the newest files, ending in a slash. */
export const downloadsUrl = `${(
  setting(import.meta.env.VITE_DOWNLOADS_URL) || `${backendUrl}/storage/v1/object/public/downloads/latest`
).replace(/\/+$/, '')}/`
