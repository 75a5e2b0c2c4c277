import { Refusal } from './refusal.mjs'

/** Refuses a SITE_URL that is no origin before it is built into pages; the build says so only after many lines of its own. */
export function refuseBadSiteUrl(env) {
  const given = env.SITE_URL?.trim()
  if (!given) return
  const url = URL.canParse(given) ? new URL(given) : null
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return
  throw new Refusal('SITE_URL must be an http or https address without a path, such as https://www.example.com.')
}
