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
 * The headers every answer carries. HSTS only where the site is reached by https: on a plain address it would lock a
 * visitor out. What the embedded player needs (autoplay, encrypted media, full screen) is not taken away.
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
    ...(siteUrl.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
      : {}),
  }
}

function hashes(values: readonly string[] = []): string[] {
  return values.map((value) => (value.startsWith("'") ? value : `'${value}'`))
}
