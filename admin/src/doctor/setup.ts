import { PUBLISHABLE_KEY_META } from '@site/contract/publishable-key'
import { isPublicAddress, SAMPLES } from '@site/contract/samples'
import { advice, broken, type DoctorCheck, ok, sample } from './finding.ts'

/** Checks the settings that a public site needs: an https address, trusted proxies, a publishable key and no placeholder content. */
export const checkPublicSiteSettings: DoctorCheck = async function* ({ status }) {
  if (status === null) return
  const { siteUrl } = status
  const isLocal = !isPublicAddress(siteUrl)
  if (isLocal) yield advice('address', `SITE_URL is ${siteUrl}: links in emails work on this machine only`)
  else if (siteUrl.startsWith('http:'))
    yield advice('address', `SITE_URL is ${siteUrl}: put TLS in front and make it https`)
  else yield ok('address', siteUrl)
  if (status.untrustedProxy) {
    yield advice(
      'proxy',
      'requests come with a forwarding header from a peer that TRUSTED_PROXIES does not list: limits count the proxy, not the visitors',
    )
  } else if (!isLocal && !status.trustsProxies)
    yield advice('proxy', 'TRUSTED_PROXIES is not set: behind a proxy, all visitors count as one')
  for (const id of status.samples) yield sample(SAMPLES[id].name, SAMPLES[id].advice)
}

/** Checks that the pages are served and that their canonical URLs are under SITE_URL. */
export const checkPages: DoctorCheck = async function* ({ status }) {
  if (status === null) return
  const faults: string[] = []
  const others = new Set<string>()
  for (const path of ['/', '/download', '/terms', '/privacy']) {
    const response = await fetch(new URL(path, status.siteUrl)).catch(() => null)
    const html = (await response?.text().catch(() => null)) ?? ''
    if (response?.status !== 200) faults.push(`${path} answers ${response?.status ?? 'nothing'}`)
    else if (canonicalOf(html) !== status.siteUrl + path) others.add(canonicalOf(html) ?? 'no canonical address')
  }
  const named = [...others].join(', ')
  if (faults.length > 0) yield broken('pages', `at ${status.siteUrl}: ${faults.join(', ')}`)
  else if (named === '') yield ok('pages', 'all four are served')
  else yield broken('pages', `they tell search engines ${named}, but SITE_URL is ${status.siteUrl}`)
}

/** Returns the canonical URL of a page, or null. The quotes are optional because a minifying proxy may have removed them. */
function canonicalOf(html: string): string | null {
  return /<link rel="?canonical"? href="?(https?:[^\s"<>]{1,200})/i.exec(html)?.[1] ?? null
}

// The quotes are optional because a minifying proxy may have removed them.
const ELEMENT = new RegExp(`<meta name="?${PUBLISHABLE_KEY_META}"? content=(?:"([^"]*)"|([^\\s>]*))`, 'i')

/** Returns the publishable key that the home page of a site sends to its backend; null when the page cannot be read or has none. */
export async function readPageKey(siteUrl: string): Promise<string | null> {
  const response = await fetch(new URL('/', siteUrl)).catch(() => null)
  const html = (await response?.text().catch(() => null)) ?? ''
  const [, quoted, bare] = ELEMENT.exec(html) ?? []
  return (quoted ?? bare)?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&') || null
}
