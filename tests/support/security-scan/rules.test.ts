import { expect, test } from 'vitest'
import { checkFileHeaders, checkPageSecurity, checkResponseHeaders, checkSecurityTxt } from './rules.ts'

const POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
const good = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

test('checkResponseHeaders and checkPageSecurity report no finding for secure headers', () => {
  expect(checkResponseHeaders(new Headers(good), true)).toEqual([])
  expect(checkPageSecurity(new Headers(good), '<script src="/assets/a.js"></script>')).toEqual([])
})

test('checkFileHeaders requires nosniff, but not the headers that only pages need', () => {
  const { 'referrer-policy': _, 'permissions-policy': __, 'cross-origin-opener-policy': ___, ...file } = good
  expect(checkFileHeaders(new Headers(file), true)).toEqual([])
  expect(checkResponseHeaders(new Headers(file), true)).toHaveLength(3)
  expect(checkFileHeaders(new Headers({ ...file, 'x-content-type-options': '' }), true)).toHaveLength(1)
})

test.each([
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; script-src 'unsafe-inline'", /lets in/],
  ['content-security-policy', "default-src *; frame-ancestors 'none'", /begin with/],
  ['x-content-type-options', '', /nosniff/],
  ['referrer-policy', 'unsafe-url', /loose/],
  ['strict-transport-security', 'max-age=60', /shorter/],
  ['x-powered-by', 'x', /runs on/],
  ['server', 'nginx/1.22.1', /version/],
  ['access-control-allow-credentials', 'true', /credentials/],
  ['set-cookie', 'a=b', /cookie/],
])('checkResponseHeaders reports the insecure header %s: %s', (name, value, finding) => {
  expect(checkResponseHeaders(new Headers({ ...good, [name]: value }), true).join()).toMatch(finding)
})

test('checkPageSecurity reports scripts of other hosts, inline event handlers and subresources loaded over http', () => {
  const html = '<img src="http://a.example/x.png" onerror="x()"><script src="https://b.example/x.js"></script>'
  expect(checkPageSecurity(new Headers(good), html)).toHaveLength(3)
})

test('checkSecurityTxt reports a security.txt that is missing, has no contact, or expires within 30 days', () => {
  const now = Date.UTC(2026, 10, 21)
  const text = (expires: string) => `Contact: mailto:a@example.com\nExpires: ${expires}\n`
  expect(checkSecurityTxt(200, text('2027-11-01T00:00:00.000Z'), now)).toEqual([])
  expect(checkSecurityTxt(200, text('2026-12-01T00:00:00.000Z'), now).join()).toContain('in 10 days')
  expect(checkSecurityTxt(200, text('2026-11-01T00:00:00.000Z'), now).join()).toContain('run out')
  expect(checkSecurityTxt(200, 'Expires: 2027-11-01T00:00:00.000Z', now).join()).toContain('contact')
  expect(checkSecurityTxt(404, '', now)).toHaveLength(1)
})
