const FEATURES = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi'],
  ...['payment', 'usb'],
]

/** The content security policy of the console's page: that of the site's pages, and frames only for the console's own documents. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** The content security policy of a mail preview: allows inline styles and `data:` pictures; blocks scripts, forms and requests. */
const PREVIEW_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const SHARED = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
  'cache-control': 'no-store',
} as const

/** The security headers of the console's page, files and responses. */
export const PAGE_HEADERS = { ...SHARED, 'content-security-policy': PAGE_POLICY, 'x-frame-options': 'DENY' } as const

/** The security headers of a mail preview, which the console's page shows in a frame. */
export const PREVIEW_HEADERS = {
  ...SHARED,
  'content-security-policy': PREVIEW_POLICY,
  'x-frame-options': 'SAMEORIGIN',
} as const
