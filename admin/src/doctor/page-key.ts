import { PUBLISHABLE_KEY_META } from '@site/contract/publishable-key'

// The quotes are optional because a minifying proxy may have removed them.
const ELEMENT = new RegExp(`<meta name="?${PUBLISHABLE_KEY_META}"? content=(?:"([^"]*)"|([^\\s>]*))`, 'i')

/** Returns the publishable key that the home page of a site sends to its backend; null when the page cannot be read or has none. */
export async function readPageKey(siteUrl: string): Promise<string | null> {
  const response = await fetch(new URL('/', siteUrl)).catch(() => null)
  const html = (await response?.text().catch(() => null)) ?? ''
  const [, quoted, bare] = ELEMENT.exec(html) ?? []
  return (quoted ?? bare)?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&') || null
}
