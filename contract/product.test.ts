import * as v from 'valibot'
import { expect, test } from 'vitest'
import { productSchema } from './product.ts'

const product = {
  name: 'Fondly',
  domain: 'fondly.example',
  tagline: 'Keep the photos you’ll look back on, fondly.',
  mailboxes: { team: 'team@fondly.example', support: 'support@fondly.example', privacy: 'privacy@fondly.example' },
  promises: [{ id: 'free-beta', text: 'Free while in beta' }],
  founders: { names: 'Ada and Grace', signature: 'Ada & Grace' },
}

test('productSchema requires name, domain, tagline, mailboxes, promises and founders, and has defaults for the other fields', () => {
  expect(v.parse(productSchema, product)).toEqual({
    ...product,
    samples: [],
    downloadsBucket: 'downloads',
    installerBases: [],
    releaseKeys: [],
    webhookReceivers: [],
  })
})

test('productSchema accepts release keys as single lines of minisign, and rejects any other text', () => {
  const publicKey = 'RWRk39nhtZlhK2hwdOKG160rANMxcFJApPvk+fPuczg3RK+30IyvDlSY'
  const otherPublicKey = 'RWRvHb1CHx5UUtMMO5v+vm9jr2Eg3dHkcTcChQQCeGCpvvFk2NZrLzGM'
  expect(v.is(productSchema, { ...product, releaseKeys: [publicKey, otherPublicKey] })).toBe(true)
  const altered = [publicKey.replace('RWR', 'RWU'), publicKey.replace('RWR', 'RUR'), publicKey.replace('+', '-')]
  const parts = ['', 'RW', publicKey.slice(1), publicKey.slice(0, -1), `${publicKey}A`, `${publicKey.slice(0, -1)}=`]
  for (const key of [...parts, ...altered, `untrusted comment: a\n${publicKey}`, `${publicKey}\n`]) {
    expect(v.is(productSchema, { ...product, releaseKeys: [key] }), key).toBe(false)
  }
})

test('productSchema rejects control characters, invalid domains and addresses, non-http URLs and bucket names with a path', () => {
  for (const odd of [
    { ...product, name: 'Fondly\r\nBcc: x@example.com' },
    { ...product, tagline: 'a\u0000b' },
    { ...product, domain: 'fondly.example/..' },
    { ...product, domain: 'Fondly.example' },
    { ...product, siteUrl: 'javascript:alert(1)' },
    { ...product, siteUrl: 'javascript:open("https://fondly.example")' },
    { ...product, installerBases: ['http://cdn.example.com/'] },
    { ...product, installerBases: ['https://cdn.example.com/app'] },
    { ...product, downloadsBucket: '../secrets' },
    { ...product, downloadsBucket: 'downloads/..' },
    { ...product, mailboxes: { ...product.mailboxes, team: 'team' } },
    { ...product, promises: [{ id: 'a', text: 'a\nb' }] },
  ]) {
    expect(v.is(productSchema, odd)).toBe(false)
  }
})

test('productSchema accepts a subdomain, a one-letter domain label and an http site URL', () => {
  for (const domain of ['fondly.example', 'x.example', 'beta.fondly.co.example']) {
    expect(v.is(productSchema, { ...product, domain }), domain).toBe(true)
  }
  expect(v.is(productSchema, { ...product, siteUrl: 'http://localhost:3000' })).toBe(true)
  expect(v.is(productSchema, { ...product, downloadsBucket: 'app_files-2' })).toBe(true)
})
