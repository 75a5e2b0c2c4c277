import { expect, test } from 'vitest'
import { createFileSecurityHeaders, createPageCsp, createSecurityHeaders, NON_PAGE_CSP } from './security-headers.ts'

test('the default content security policy of a page allows only resources of the site itself', () => {
  expect(createPageCsp().split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'none'",
    "manifest-src 'self'",
    "media-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
})

test('the content security policy of a page includes script and style hashes and extra hosts from the build', () => {
  const policy = createPageCsp({
    scriptHashes: ['sha256-a', "'sha256-b'"],
    styleHashes: ['sha256-c'],
    imgSrc: ['https://img.example'],
    connectSrc: ['https://db.example', 'wss://db.example'],
    frameSrc: ['https://video.example'],
  })
  for (const directive of [
    "script-src 'self' 'sha256-a' 'sha256-b'",
    "style-src 'self' 'sha256-c'",
    "img-src 'self' data: blob: https://img.example",
    "connect-src 'self' https://db.example wss://db.example",
    'frame-src https://video.example',
  ]) {
    expect(policy.split('; ')).toContain(directive)
  }
  expect(createPageCsp({ frameSrc: [] })).toContain("frame-src 'none'")
})

test('the content security policy of a response that is not a page forbids scripts and framing', () => {
  expect(NON_PAGE_CSP).toBe("default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
})

test('pages and files are sent with a content security policy, nosniff and a same-origin resource policy', () => {
  expect(createSecurityHeaders('http://localhost:3000', 'the policy')).toEqual({
    'content-security-policy': 'the policy',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
      'microphone=(), midi=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
  })
  expect(createFileSecurityHeaders('http://localhost:3000')).toEqual({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test('Strict-Transport-Security with a max-age of one year is sent for https sites only', () => {
  const header = 'strict-transport-security'
  for (const headers of [createFileSecurityHeaders, (site: string) => createSecurityHeaders(site, '')]) {
    expect(headers('https://orchid.example')[header]).toBe('max-age=31536000; includeSubDomains')
    for (const site of ['http://orchid.example', 'http://x.example/https:']) {
      expect(Object.hasOwn(headers(site), header), site).toBe(false)
    }
  }
})
