/** The id of the element of the 404 page that names the path without a page. The server writes the path into it. */
export const ATTEMPTED_PATH_ID = 'attempted-path'

/**
 * Returns a URL path as the 404 page names it: percent-decoded, except for control and format characters, which would be invisible or
 * change the direction of the text. Returns the path unchanged when its percent-encoding is malformed.
 */
export function formatAttemptedPath(path: string): string {
  try {
    return decodeURI(path).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, encodeURIComponent)
  } catch {
    return path
  }
}
