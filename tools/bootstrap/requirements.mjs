import { UserFacingError } from './user-facing-error.mjs'

/** Throws a UserFacingError when a Node is older than version 20. */
export function requireMinimumNode(version) {
  if (Number(version.split('.')[0]) >= 20) return
  throw new UserFacingError(`Node 20 or later is needed; this is ${version}.`)
}

/**
 * Throws a UserFacingError when the path of the project contains a character with which the website cannot be built: Vite reads `#` and `?`
 * as the end of a path, and Node reads `*` as a pattern.
 */
export function requireBuildableFolder(folder) {
  const [character] = /[#?*]/.exec(folder) ?? []
  if (character === undefined) return
  throw new UserFacingError(
    `The project cannot be built in ${folder}, because "${character}" in a path has a meaning for Vite and Node: rename or move the folder.`,
  )
}

/** Throws a UserFacingError when SITE_URL is not an origin. The build's own error would be preceded by many lines of output. */
export function requireValidSiteUrl(env) {
  const given = env.SITE_URL?.trim()
  if (!given) return
  const url = URL.canParse(given) ? new URL(given) : null
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return
  throw new UserFacingError(
    'SITE_URL must be an http or https address without a path, such as https://www.example.com.',
  )
}
