import { advice, broken, type DoctorCheck, type DoctorFinding, ok } from './finding.ts'

/** Checks the settings that a public site needs: an https address, trusted proxies, a publishable key and no placeholder content. */
export const checkSetup: DoctorCheck = async ({ status }) => {
  if (status === null) return []
  const url = new URL(status.siteUrl)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const findings: DoctorFinding[] = []
  if (isLocal)
    findings.push(advice('address', `SITE_URL is ${status.siteUrl}: links in mails work on this machine only`))
  else if (url.protocol === 'http:')
    findings.push(advice('address', `SITE_URL is ${status.siteUrl}: put TLS in front and make it https`))
  else findings.push(ok('address', status.siteUrl))

  if (status.untrustedProxy) {
    findings.push(
      advice(
        'proxy',
        'requests come with a forwarding header from a peer that TRUSTED_PROXIES does not name: limits count the proxy, and not visitors',
      ),
    )
  } else if (!isLocal && !status.trustsProxies) {
    findings.push(advice('proxy', 'TRUSTED_PROXIES is not set: behind a proxy, all visitors count as one'))
  }
  if (!isLocal && !status.hasOwnPublishableKey) {
    findings.push(advice('keys', 'SUPABASE_PUBLISHABLE_KEY is the public development value'))
  }
  if (status.testimonialsAreSamples)
    findings.push(advice('testimonials', 'they are samples: put real ones into website/app/content'))
  if (status.filmIsSample) findings.push(advice('film', 'it is a stand-in: put your own into website/app/brand.ts'))
  return findings
}

/** Checks that the pages are served and that their canonical URLs are under SITE_URL. */
export const checkPages: DoctorCheck = async ({ status }) => {
  if (status === null) return []
  const faults: string[] = []
  const others = new Set<string>()
  for (const path of ['/', '/download', '/terms', '/privacy']) {
    const response = await fetch(new URL(path, status.siteUrl)).catch(() => null)
    const html = (await response?.text().catch(() => null)) ?? ''
    if (response?.status !== 200) faults.push(`${path} answers ${response?.status ?? 'nothing'}`)
    else if (canonicalOf(html) !== status.siteUrl + path) others.add(canonicalOf(html) ?? 'no canonical address')
  }
  if (faults.length > 0) return [broken('pages', `at ${status.siteUrl}: ${faults.join(', ')}`)]
  if (others.size === 0) return [ok('pages', 'all four are served')]
  const named = [...others].join(', ')
  return [broken('pages', `they tell search engines ${named}, and SITE_URL is ${status.siteUrl}`)]
}

/** Returns the canonical URL of a page, or null. The quotes are optional because a minifying proxy may have removed them. */
function canonicalOf(html: string): string | null {
  return /<link rel="?canonical"? href="?(https?:[^\s"<>]{1,200})/i.exec(html)?.[1] ?? null
}
