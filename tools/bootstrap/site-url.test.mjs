import { expect, test } from 'vitest'
import { requireValidSiteUrl } from './site-url.mjs'

test.each([
  'www.example.com',
  'https://www.example.com/shop',
  'ftp://example.com',
  'https://ada@example.com',
  'https://example.com?a',
])('requireValidSiteUrl throws for the SITE_URL %s', (SITE_URL) => {
  expect(() => requireValidSiteUrl({ SITE_URL })).toThrow('SITE_URL must be an http or https address without a path')
})

test.each([undefined, '', ' ', 'https://www.example.com', ' http://localhost:3000/ '])(
  'requireValidSiteUrl accepts the SITE_URL %o',
  (SITE_URL) => {
    expect(() => requireValidSiteUrl({ SITE_URL })).not.toThrow()
  },
)
