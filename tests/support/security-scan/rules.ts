type Requirement = [isMet: boolean, finding: string]

/** Reports missing or weak security headers of a page or of a service's response. */
export function checkResponseHeaders(headers: Headers, isTls: boolean): string[] {
  const requirements: Requirement[] = [
    [/^(strict-origin|no-referrer|same-origin)/.test(headers.get('referrer-policy') ?? ''), 'referrer-policy is loose'],
    [headers.get('cross-origin-opener-policy') === 'same-origin', 'cross-origin-opener-policy is not same-origin'],
    [headers.has('permissions-policy'), 'there is no permissions-policy'],
  ]
  return [...checkFileHeaders(headers, isTls), ...unmet(requirements)]
}

/** Reports missing or weak security headers of a static file, which needs fewer security headers than a page. */
export function checkFileHeaders(headers: Headers, isTls: boolean): string[] {
  const policy = headers.get('content-security-policy') ?? ''
  return unmet([
    [policy.includes("default-src 'none'"), "its policy does not begin with default-src 'none'"],
    [policy.includes("frame-ancestors 'none'"), 'it may be framed'],
    [!/'unsafe-|\s\*[\s;]|https?:\s*[;\s]/.test(policy), "its policy lets in any origin or 'unsafe-' sources"],
    [headers.get('x-content-type-options') === 'nosniff', 'x-content-type-options is not nosniff'],
    [headers.has('cross-origin-resource-policy'), 'there is no cross-origin-resource-policy'],
    [!isTls || yearOfHsts(headers), 'strict-transport-security is missing or shorter than a year'],
    [!headers.has('x-powered-by'), 'it reveals what it runs on (x-powered-by)'],
    [!/\d/.test(headers.get('server') ?? ''), 'it reveals the version of its server'],
    [headers.get('access-control-allow-credentials') === null, 'other pages may send credentials'],
    [headers.get('set-cookie') === null, 'it sets a cookie'],
  ])
}

function unmet(requirements: readonly Requirement[]): string[] {
  return requirements.filter(([isMet]) => !isMet).map(([, finding]) => finding)
}

/**
 * Reports security problems that only a page can have: a weak script policy, inline event handlers, insecure or third-party
 * subresources.
 */
export function checkPageSecurity(headers: Headers, html: string): string[] {
  const policy = headers.get('content-security-policy') ?? ''
  const findings: string[] = []
  for (const directive of [
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ]) {
    if (!policy.includes(directive)) findings.push(`its policy lacks ${directive}`)
  }
  if (/\son[a-z]+\s*=\s*["']/i.test(html)) findings.push('it has an inline event handler')
  if (/<(script|link|img|iframe)\b[^>]*\b(src|href)="http:/i.test(html))
    findings.push('it loads a subresource without TLS')
  if (/<script\b[^>]*\bsrc="https?:/i.test(html)) findings.push('it loads a script from another host')
  return findings
}

/**
 * Reports a security.txt file that is missing, has no contact, or expires within 30 days (RFC 9116). `now` is in milliseconds since
 * the epoch.
 */
export function checkSecurityTxt(status: number, text: string, now: number): string[] {
  if (status !== 200) return ['/.well-known/security.txt: is not there']
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  if (!/^Contact: \S+$/m.test(text)) return ['/.well-known/security.txt: names no contact']
  if (!(expires > now)) return ['/.well-known/security.txt: has run out; build the site again']
  const days = Math.floor((expires - now) / 86_400_000)
  return days < 30 ? [`/.well-known/security.txt: runs out in ${days} days; build the site again`] : []
}

function yearOfHsts(headers: Headers): boolean {
  return Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1] ?? 0) >= 31_536_000
}
