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

/** What a page may load, beyond itself: the parts that a build can add to the policy. */
export type PolicySources = {
  scriptHashes?: readonly string[]
  styleHashes?: readonly string[]
  frameSrc?: readonly string[]
  connectSrc?: readonly string[]
  imgSrc?: readonly string[]
}

/** The policy of an answer that is no page: nothing in it may run or be framed. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * The policy of a page. Starts from nothing; scripts and styles come from here or carry a known hash, and text never
 * becomes markup unless the page says how (trusted types).
 */
export function pagePolicy(sources: PolicySources = {}): string {
  const directives: [name: string, ...values: string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...hashes(sources.scriptHashes)],
    ['style-src', "'self'", ...hashes(sources.styleHashes)],
    ['img-src', "'self'", 'data:', ...(sources.imgSrc ?? [])],
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
 * The headers of every answer that is a page or comes from a service. HSTS only where the site is reached by https: on a
 * plain address it would lock a visitor out. What the embedded player needs (autoplay, encrypted media, full screen) is
 * not taken away.
 */
export function securityHeaders(siteUrl: string, policy: string): Record<string, string> {
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
 * The headers of a file that is no page: its kind is not guessed, no other site draws it in, and opened by itself (a
 * drawing is a document) nothing in it runs and nobody frames it. What speaks of windows, links and permissions is for
 * pages: on a dozen files of a first visit it would be five kilobytes that change nothing.
 */
export function fileHeaders(siteUrl: string): Record<string, string> {
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
