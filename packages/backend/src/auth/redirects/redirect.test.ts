import { expect, test } from 'vitest'
import { chooseAllowedRedirectUrl, isAllowedRedirectUrl } from './redirect.ts'

const live = {
  siteUrl: 'https://www.orchid.example',
  additionalRedirectUrls: ['https://app.orchid.example/**', 'https://*.preview.example/', 'orchid://callback'],
}
const local = { siteUrl: 'http://localhost:3000', additionalRedirectUrls: [] }

test.each([
  'https://www.orchid.example',
  'https://www.orchid.example/download?x=1#y',
  'https://WWW.Orchid.Example/',
  'https://www.orchid.example:443/',
  'https://app.orchid.example/any/where?next=1',
  'https://one.preview.example/',
  'https://one.preview.example',
  'https://one.preview.example/#fragment',
  'orchid://callback',
])('an auth redirect to %s is allowed', (address) => {
  expect(isAllowedRedirectUrl(address, live)).toBe(true)
})

test.each([
  '',
  '/download',
  '//www.orchid.example/',
  'www.orchid.example',
  'http://www.orchid.example/',
  'https://www.orchid.example:8443/',
  'https://www.orchid.example.evil.example/',
  'https://orchid.example/',
  'https://evil.example/https://www.orchid.example/',
  'https://evil.example/?https://app.orchid.example/',
  'https://evil.example#https://app.orchid.example/',
  'https://www.orchid.example@evil.example/',
  'https://user:password@www.orchid.example/',
  'https://www.orchid.example\\@evil.example/',
  'https://evil.example\\.preview.example/',
  'https:\\\\evil.example/',
  'https:/evil.example/',
  'https://evil\t.preview.example/',
  'https://\nwww.orchid.example/',
  'https://www.orchid.example%2eevil.example/',
  'https://www。orchid。example/',
  'https://ｗｗｗ.orchid.example/',
  'https://a.b.preview.example/',
  'https://one.preview.example/deeper',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'http://localhost:3000/',
  'javascript:alert(1)',
  'javascript://www.orchid.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://www.orchid.example/1',
  'file:///etc/passwd',
  'orchid://callback.evil',
  'Orchid.evil://callback',
  ` https://evil.example/`,
  `https://www.orchid.example/${'a'.repeat(2100)}`,
])('an auth redirect to %s is refused', (address) => {
  expect(isAllowedRedirectUrl(address, live)).toBe(false)
})

test('auth redirects to every loopback host and port, and to no other host, are allowed for a site on loopback', () => {
  for (const address of [
    'http://localhost:5173/',
    'http://127.0.0.1:3000/a',
    'http://[::1]:8080/',
    'https://localhost/',
  ]) {
    expect(isAllowedRedirectUrl(address, local), address).toBe(true)
  }
  for (const address of [
    'http://192.168.0.4:3000/',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
  ]) {
    expect(isAllowedRedirectUrl(address, local), address).toBe(false)
  }
})

test('auth redirects to a site whose host is an IP address are allowed, and those to a different IP address are refused', () => {
  const rules = { siteUrl: 'http://192.168.0.4:3000', additionalRedirectUrls: [] }
  expect(isAllowedRedirectUrl('http://192.168.0.4:3000/x', rules)).toBe(true)
  expect(isAllowedRedirectUrl('http://192.168.0.5:3000/x', rules)).toBe(false)
})

test('chooseAllowedRedirectUrl() returns the first allowed candidate, or the site URL when none is allowed', () => {
  expect(chooseAllowedRedirectUrl([undefined, 'https://evil.example/', 'orchid://callback'], live)).toBe(
    'orchid://callback',
  )
  expect(chooseAllowedRedirectUrl(['https://evil.example/'], live)).toBe('https://www.orchid.example')
})

test('an auth redirect to an IP address, unusual host or URL with credentials is refused even when a pattern matches', () => {
  const wide = { siteUrl: live.siteUrl, additionalRedirectUrls: ['https://**', 'http://**', 'orchid://**'] }
  for (const address of ['https://any.example/', 'http://a-b.example/x', 'https://1.example/', 'orchid://callback']) {
    expect(isAllowedRedirectUrl(address, wide), address).toBe(true)
  }
  for (const address of [
    'https://192.0.2.7/',
    'http://192.0.2.7:3000/',
    'https://[2001:db8::7]/',
    'https://under_score.example/',
    'https://example.com~evil/',
    'https://a!b.example/',
    'https://any.example@evil.example/',
    'orchid://ada@callback',
    'orchid://:secret@callback',
  ]) {
    expect(isAllowedRedirectUrl(address, wide), address).toBe(false)
  }
})

test('an auth redirect to a loopback IP address is allowed when a pattern matches that address', () => {
  const rules = { siteUrl: live.siteUrl, additionalRedirectUrls: ['http://127.0.0.1:*/**', 'http://[::1]:*/**'] }
  for (const address of ['http://127.0.0.1:5173/a', 'http://[::1]:5173/a']) {
    expect(isAllowedRedirectUrl(address, rules), address).toBe(true)
  }
})

test('an auth redirect to an app URL without a host is allowed when that URL is listed', () => {
  const rules = { siteUrl: live.siteUrl, additionalRedirectUrls: ['com.orchid.app:/callback'] }
  expect(isAllowedRedirectUrl('com.orchid.app:/callback', rules)).toBe(true)
  expect(isAllowedRedirectUrl('com.orchid.app:/other', rules)).toBe(false)
})

test('the auth redirect check ignores a trailing slash after the host, but not after a path', () => {
  const rules = { siteUrl: live.siteUrl, additionalRedirectUrls: ['https://bare.example', 'https://path.example/a'] }
  for (const address of ['https://bare.example', 'https://bare.example/', 'https://path.example/a']) {
    expect(isAllowedRedirectUrl(address, rules), address).toBe(true)
  }
  for (const address of ['https://bare.example/a', 'https://bare.example//', 'https://path.example/a/']) {
    expect(isAllowedRedirectUrl(address, rules), address).toBe(false)
  }
  const odd = { siteUrl: live.siteUrl, additionalRedirectUrls: ['https://path.example/a//b', 'https://bare.example?'] }
  for (const address of ['https://path.example/a//b/', 'https://bare.example/a']) {
    expect(isAllowedRedirectUrl(address, odd), address).toBe(false)
  }
})

test('an auth redirect URL of more than 2048 characters is refused', () => {
  const address = (length: number) => `${live.siteUrl}/`.padEnd(length, 'a')
  expect(isAllowedRedirectUrl(address(2048), live)).toBe(true)
  expect(isAllowedRedirectUrl(address(2049), live)).toBe(false)
})
