const YEAR_SECONDS = 31_536_000

const features = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

/** Additional hashes and origins for the content security policy of a page, which the website's build sets. */
export type CspSources = {
  scriptHashes?: readonly string[]
  styleHashes?: readonly string[]
  frameSrc?: readonly string[]
  connectSrc?: readonly string[]
  imgSrc?: readonly string[]
}

/** The content security policy of a response that is not a page: allows no scripts and no framing. */
export const NON_PAGE_CSP = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Returns the content security policy of a page. Everything is forbidden by default. Scripts and styles must come from the site or match a
 * known hash. Strings become markup only through trusted types.
 */
export function createPageCsp(sources: CspSources = {}): string {
  const directives: [name: string, ...values: string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...hashes(sources.scriptHashes)],
    ['style-src', "'self'", ...hashes(sources.styleHashes)],
    ['img-src', "'self'", 'data:', 'blob:', ...(sources.imgSrc ?? [])],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...(sources.connectSrc ?? [])],
    ['frame-src', ...(sources.frameSrc?.length ? sources.frameSrc : ["'none'"])],
    ['manifest-src', "'self'"],
    ['media-src', "'self'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
  ]
  return directives.map((directive) => directive.join(' ')).join('; ')
}

/**
 * Returns the security headers of a page or of a service's response. HSTS is sent only if the site's URL is https: on a site that is served
 * over http it would make the site unreachable. Features that the embedded video player needs (autoplay, encrypted media, full screen) stay
 * allowed.
 */
export function createSecurityHeaders(siteUrl: string, policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': features.map((feature) => `${feature}=()`).join(', '),
    'x-frame-options': 'DENY',
    ...transportSecurity(siteUrl),
  }
}

/**
 * Returns the security headers of a file that is not a page. They forbid MIME sniffing, embedding by other sites, and scripts and framing
 * when the file is opened directly (an SVG is a document). Headers about windows, links and permissions are omitted, because they only
 * affect pages: on the dozen files of a first visit they would add five kilobytes.
 */
export function createFileSecurityHeaders(siteUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...transportSecurity(siteUrl),
  }
}

function transportSecurity(siteUrl: string): Record<string, string> {
  if (!siteUrl.startsWith('https:')) return {}
  return { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
}

function hashes(values: readonly string[] = []): string[] {
  return values.map((value) => (value.startsWith("'") ? value : `'${value}'`))
}
