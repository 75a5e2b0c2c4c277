import { UserFacingError } from './user-facing-error.mjs'

/**
 * Throws a UserFacingError when SITE_URL is not an origin. It is called before the build, because the build's own error is preceded
 * by many lines of output.
 */
export function requireValidSiteUrl(env) {
  const given = env.SITE_URL?.trim()
  if (!given) return
  const url = URL.canParse(given) ? new URL(given) : null
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return
  throw new UserFacingError(
    'SITE_URL must be an http or https address without a path, such as https://www.example.com.',
  )
}
