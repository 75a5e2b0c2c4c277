import { PUBLISHABLE_KEY_META } from '@site/contract/publishable-key'

const BEFORE_KEY = `<meta name="${PUBLISHABLE_KEY_META}" content="`

/** Returns a page with the server's publishable key in place of the build's. Returns the same buffer for a file that has no key. */
export function replacePublishableKey(path: string, bytes: Buffer, key: string): Buffer {
  if (!path.endsWith('.html')) return bytes
  const text = bytes.toString('utf8')
  const value = key.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const start = text.indexOf(BEFORE_KEY)
  if (start < 0) return bytes
  const from = start + BEFORE_KEY.length
  return Buffer.from(`${text.slice(0, from)}${value}${text.slice(text.indexOf('"', from))}`)
}
