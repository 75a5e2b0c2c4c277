import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConsoleFile } from './pages.ts'

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
const PREVIEW_HEADERS = {
  ...SHARED,
  'content-security-policy': PREVIEW_POLICY,
  'x-frame-options': 'SAMEORIGIN',
} as const

/** Sends a JSON response. Throws when it contains the secret key: no response does, and a later change must not leak it. */
export function sendJson(response: ServerResponse, key: string, status: number, value: unknown): void {
  const text = formatJsonWithout(key, value)
  response.writeHead(status, { ...PAGE_HEADERS, 'content-type': 'application/json; charset=utf-8' }).end(text)
}

/** Formats a value as JSON. Throws when the text contains the secret key. */
export function formatJsonWithout(key: string, value: unknown): string {
  const text = JSON.stringify(value)
  if (text.includes(key)) throw new Error('An answer contained the operators’ key.')
  return text
}

/** Sends a file of the built page, compressed if the browser accepts that, or 304 when the browser has the current version. */
export function sendFile(response: ServerResponse, request: IncomingMessage, file: ConsoleFile): void {
  const { type, bytes, brotli, etag } = file
  const { method, headers } = request
  const isBrotli = brotli !== null && /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))
  const shared = { ...PAGE_HEADERS, 'cache-control': 'no-cache', vary: 'accept-encoding', etag }
  if (headers['if-none-match'] === etag) {
    response.writeHead(304, shared).end()
    return
  }
  const body = isBrotli ? brotli : bytes
  const encoding = isBrotli ? { 'content-encoding': 'br' } : {}
  response.writeHead(200, { ...shared, ...encoding, 'content-type': type, 'content-length': body.length })
  response.end(method === 'HEAD' ? undefined : body)
}

/** Sends the HTML part of a mail in the given colour scheme, regardless of the scheme that the browser prefers. */
export function sendMailPreview(response: ServerResponse, html: string, isDark: boolean): void {
  const inScheme = html
    .replaceAll('@media (prefers-color-scheme: dark)', isDark ? '@media all' : '@media not all')
    .replaceAll('color-scheme: light dark', `color-scheme: ${isDark ? 'dark' : 'light'}`)
  response.writeHead(200, { ...PREVIEW_HEADERS, 'content-type': 'text/html; charset=utf-8' }).end(inScheme)
}
