import * as v from 'valibot'
import { isEncryptedOrLoopback } from './fetch-with-secret.ts'
import { parseUrl } from './parse-url.ts'

/**
 * Validates the URL of a folder on another host that may hold installers: https, or http on this machine for tests; without credentials,
 * query and fragment, and with a trailing slash, so that `https://cdn.example/app/` does not include `https://cdn.example/app-of-others`.
 */
export const installerBaseSchema = v.pipe(
  v.string(),
  v.check(
    isFolderUrl,
    'An installer base is an https URL that ends with a slash, such as https://cdn.example.com/app/.',
  ),
)

function isFolderUrl(text: string): boolean {
  const url = parseUrl(text)
  return (
    url !== null &&
    url.href === text &&
    isEncryptedOrLoopback(url) &&
    url.origin + url.pathname === text &&
    text.endsWith('/')
  )
}

/**
 * Returns whether a URL is in the folder of one of the trusted bases, or in a folder below. A path with an encoded slash or backslash is
 * not: a server that decodes it could leave the folder.
 */
export function isUnderInstallerBase(url: URL, bases: readonly string[]): boolean {
  if (url.username !== '' || url.password !== '' || /%2f|%5c/i.test(url.pathname)) return false
  return bases.some((base) => v.is(installerBaseSchema, base) && `${url.origin}${url.pathname}`.startsWith(base))
}
