import { isPublicAddress, SAMPLES } from '@site/contract/samples'
import {
  createAdviceFinding,
  createBrokenFinding,
  createOkFinding,
  type DoctorCheck,
  type DoctorFinding,
} from './finding.ts'

/** The number of `worker_connections` of nginx from which on the limits of the site apply before those of nginx (deploy/nginx.conf). */
const NGINX_CONNECTIONS_MIN = 10_000

/** Checks the settings that a public site needs: an https address, trusted proxies, a publishable key and no placeholder content. */
export const checkPublicSiteSettings: DoctorCheck = async ({ status }) => {
  if (status === null) return []
  const isLocal = !isPublicAddress(status.siteUrl)
  const findings: DoctorFinding[] = []
  if (isLocal)
    findings.push(
      createAdviceFinding('address', `SITE_URL is ${status.siteUrl}: links in emails work on this machine only`),
    )
  else if (status.siteUrl.startsWith('http:'))
    findings.push(createAdviceFinding('address', `SITE_URL is ${status.siteUrl}: put TLS in front and make it https`))
  else findings.push(createOkFinding('address', status.siteUrl))

  if (status.untrustedProxy) {
    findings.push(
      createAdviceFinding(
        'proxy',
        'requests come with a forwarding header from a peer that TRUSTED_PROXIES does not list: limits count the proxy, not the visitors',
      ),
    )
  } else if (!isLocal && !status.trustsProxies) {
    findings.push(createAdviceFinding('proxy', 'TRUSTED_PROXIES is not set: behind a proxy, all visitors count as one'))
  }
  if (status.nginxConnections !== null && status.nginxConnections < NGINX_CONNECTIONS_MIN) {
    const most = Math.floor(status.nginxConnections / 2)
    findings.push(
      createAdviceFinding(
        'nginx',
        `each worker process serves at most ${most} connections of visitors and answers 500 to the others: raise worker_connections (docs/deploy.md)`,
      ),
    )
  }
  return [...findings, ...status.samples.map((id) => createAdviceFinding(SAMPLES[id].name, SAMPLES[id].advice))]
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
  if (faults.length > 0) return [createBrokenFinding('pages', `at ${status.siteUrl}: ${faults.join(', ')}`)]
  if (others.size === 0) return [createOkFinding('pages', 'all four are served')]
  const named = [...others].join(', ')
  return [createBrokenFinding('pages', `they tell search engines ${named}, but SITE_URL is ${status.siteUrl}`)]
}

/** Returns the canonical URL of a page, or null. The quotes are optional because a minifying proxy may have removed them. */
function canonicalOf(html: string): string | null {
  return /<link rel="?canonical"? href="?(https?:[^\s"<>]{1,200})/i.exec(html)?.[1] ?? null
}
