import { expect, test } from 'vitest'
import { globToRegExp } from './glob.ts'

test.each([
  ['https://app.example.com/*', 'https://app.example.com/welcome', true],
  ['https://app.example.com/*', 'https://app.example.com/', true],
  ['https://app.example.com/*', 'https://app.example.com/a/b', false],
  ['https://app.example.com/*', 'https://app.example.com/a.html', false],
  ['https://app.example.com/**', 'https://app.example.com/a/b.html?x=1', true],
  ['https://*.example.com/', 'https://a.example.com/', true],
  ['https://*.example.com/', 'https://a.b.example.com/', false],
  ['https://**.example.com/', 'https://a.b.example.com/', true],
  ['https://example.com/?', 'https://example.com/a', true],
  ['https://example.com/?', 'https://example.com/ab', false],
  ['https://{a,b}.example.com/', 'https://a.example.com/', true],
  ['https://{a,b}.example.com/', 'https://c.example.com/', false],
  ['https://{a.b,c}.example.com/', 'https://a.b.example.com/', true],
  ['https://{a.b,c}.example.com/', 'https://c.example.com/', true],
  ['https://{a.b,c}.example.com/', 'https://a.example.com/', false],
  ['https://example.com/x,y', 'https://example.com/x,y', true],
  ['https://example.com/x,y', 'https://evil.example/y', false],
  ['https://example.com/a.b', 'https://example.com/aXb', false],
  ['https://example.com/(a|b)', 'https://example.com/a', false],
  ['https://example.com/[ab]', 'https://example.com/a', false],
  ['https://example.com/a}', 'https://example.com/a}', true],
  ['myapp://callback', 'myapp://callback', true],
  ['myapp://callback', 'xmyapp://callback', false],
])('the redirect URL pattern %s matches the URL %s: %s', (glob, address, fits) => {
  expect(globToRegExp(glob).test(address)).toBe(fits)
})

test('a redirect URL pattern with an unclosed brace throws an error', () => {
  expect(() => globToRegExp('https://{a.example.com/')).toThrow(/^A brace is not closed\.$/)
})
