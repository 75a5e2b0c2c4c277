import { answerFindings, fileFindings, pageFindings, securityTxtFindings } from './rules.ts'

/** How many answers were looked at, and what is wrong with them, each as one sentence. */
export type Scan = { asked: number; findings: string[] }

const PAGES = ['/', '/download', '/terms', '/privacy']

/** Addresses that must not be files, whoever serves the site. */
const HIDDEN = [
  '/.env',
  '/.git/config',
  '/package.json',
  '/data/secret-key',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%5c..%5cpackage.json',
  '/assets/',
  '/index.html.map',
]

const SERVICES = ['/health', '/ready', '/rest/v1/app_settings', '/auth/v1/settings', '/storage/v1/bucket', '/nowhere']

/** Asks a site for its pages, files, services and for what should not be there. Rejects when it cannot be reached at all. */
export async function findingsAt(origin: string): Promise<Scan> {
  const findings: string[] = []
  let asked = 0
  const isTls = origin.startsWith('https:')
  const fetched = async (path: string, options: RequestInit = {}) => {
    const answer = await fetch(origin + path, { redirect: 'manual', signal: AbortSignal.timeout(10_000), ...options })
    const text = await answer.text()
    asked += 1
    return { status: answer.status, headers: answer.headers, text }
  }
  const askedBy = (rules: typeof answerFindings) => async (path: string, options?: RequestInit) => {
    const answer = await fetched(path, options)
    findings.push(...rules(answer.headers, isTls).map((finding) => `GET ${path}: ${finding}`))
    return answer
  }
  const ask = askedBy(answerFindings)
  const askFile = askedBy(fileFindings)

  for (const path of PAGES) {
    const { status, headers, text } = await ask(path)
    if (status !== 200) findings.push(`GET ${path}: answered ${status} and not 200`)
    findings.push(...pageFindings(headers, text).map((finding) => `GET ${path}: ${finding}`))
  }
  const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec((await ask('/')).text)?.[1]
  if (asset !== undefined) {
    const { headers } = await askFile(asset)
    if (!headers.get('cache-control')?.includes('immutable')) findings.push(`GET ${asset}: is not kept for a year`)
    if ((await ask(`${asset}.map`)).status === 200) findings.push(`GET ${asset}.map: a source map is public`)
  }
  for (const path of SERVICES) await ask(path)
  // A proxy may answer these by itself, without the site's headers.
  for (const path of HIDDEN) {
    const { status } = await fetched(path)
    if (status === 200) findings.push(`GET ${path}: answered 200, and should not be there`)
  }

  const foreign = await ask('/rest/v1/app_settings', { headers: { origin: 'https://elsewhere.example' } })
  if (foreign.headers.get('access-control-allow-origin') === 'https://elsewhere.example') {
    findings.push('GET /rest/v1/app_settings: the origin of any page is reflected')
  }
  const numbers = await fetched('/metrics', { headers: { 'x-forwarded-for': '198.51.100.7' } })
  if (numbers.status === 200) findings.push('GET /metrics: tells its numbers to strangers')
  const securityTxt = await askFile('/.well-known/security.txt')
  findings.push(...securityTxtFindings(securityTxt.status, securityTxt.text, Date.now()))
  return { asked, findings }
}
