import { expect, test } from 'vitest'
import { chooseRedirect, isAllowedRedirect } from './redirect.ts'

const live = {
  siteUrl: 'https://www.fondly.example',
  additionalRedirectUrls: ['https://app.fondly.example/**', 'https://*.preview.example/', 'fondly://callback'],
}
const local = { siteUrl: 'http://localhost:3000', additionalRedirectUrls: [] }

test.each([
  'https://www.fondly.example',
  'https://www.fondly.example/download?x=1#y',
  'https://WWW.Fondly.Example/',
  'https://www.fondly.example:443/',
  'https://app.fondly.example/any/where?next=1',
  'https://one.preview.example/',
  'https://one.preview.example',
  'https://one.preview.example/#fragment',
  'fondly://callback',
])('%s is ours', (address) => {
  expect(isAllowedRedirect(address, live)).toBe(true)
})

test.each([
  '',
  '/download',
  '//www.fondly.example/',
  'www.fondly.example',
  'http://www.fondly.example/',
  'https://www.fondly.example:8443/',
  'https://www.fondly.example.evil.example/',
  'https://fondly.example/',
  'https://evil.example/https://www.fondly.example/',
  'https://evil.example/?https://app.fondly.example/',
  'https://evil.example#https://app.fondly.example/',
  'https://www.fondly.example@evil.example/',
  'https://user:password@www.fondly.example/',
  'https://www.fondly.example\\@evil.example/',
  'https://evil.example\\.preview.example/',
  'https:\\\\evil.example/',
  'https:/evil.example/',
  'https://evil\t.preview.example/',
  'https://\nwww.fondly.example/',
  'https://www.fondly.example%2eevil.example/',
  'https://www。fondly。example/',
  'https://ｗｗｗ.fondly.example/',
  'https://a.b.preview.example/',
  'https://one.preview.example/deeper',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'http://localhost:3000/',
  'javascript:alert(1)',
  'javascript://www.fondly.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://www.fondly.example/1',
  'file:///etc/passwd',
  'fondly://callback.evil',
  'Fondly.evil://callback',
  ` https://evil.example/`,
  `https://www.fondly.example/${'a'.repeat(2100)}`,
])('%s is not', (address) => {
  expect(isAllowedRedirect(address, live)).toBe(false)
})

test('on this machine every name and port of it is the site', () => {
  for (const address of [
    'http://localhost:5173/',
    'http://127.0.0.1:3000/a',
    'http://[::1]:8080/',
    'https://localhost/',
  ]) {
    expect(isAllowedRedirect(address, local), address).toBe(true)
  }
  for (const address of [
    'http://192.168.0.4:3000/',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
  ]) {
    expect(isAllowedRedirect(address, local), address).toBe(false)
  }
})

test('a site that is an IP address is itself, and no other address is', () => {
  const rules = { siteUrl: 'http://192.168.0.4:3000', additionalRedirectUrls: [] }
  expect(isAllowedRedirect('http://192.168.0.4:3000/x', rules)).toBe(true)
  expect(isAllowedRedirect('http://192.168.0.5:3000/x', rules)).toBe(false)
})

test('the first allowed candidate is taken, else the site', () => {
  expect(chooseRedirect([undefined, 'https://evil.example/', 'fondly://callback'], live)).toBe('fondly://callback')
  expect(chooseRedirect(['https://evil.example/'], live)).toBe('https://www.fondly.example')
})
