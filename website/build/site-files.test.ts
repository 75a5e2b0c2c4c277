import { expect, test } from 'vitest'
import { MINISIGN_VECTORS } from '../../packages/releases/test/minisign-vectors.ts'
import { routes } from '../app/routes.ts'
import { createReleaseKeyFiles, formatSpeculationRules } from './site-files.ts'

const { publicKey, otherPublicKey, keyId } = MINISIGN_VECTORS

test('createReleaseKeyFiles returns a minisign key file for each key, and one with all keys in the given order', () => {
  const file = `untrusted comment: minisign public key ${keyId}\n${publicKey}\n`
  const other = `untrusted comment: minisign public key 52541E1F42BD1D6F\n${otherPublicKey}\n`
  expect(createReleaseKeyFiles([publicKey, otherPublicKey])).toEqual({
    '.well-known/release-key.pub': `${file}${other}`,
    [`.well-known/release-key-${keyId}.pub`]: file,
    '.well-known/release-key-52541E1F42BD1D6F.pub': other,
  })
  expect(createReleaseKeyFiles([]), 'no key, no file').toEqual({})
})

test('createReleaseKeyFiles throws for a text in brand.ts that is not a public key', () => {
  expect(() => createReleaseKeyFiles([publicKey.slice(1)])).toThrow('is not a public key of minisign')
})

test('the speculation rules prefetch, at the press and before hydration, exactly the routes of the site, without query and fragment', () => {
  expect(JSON.parse(formatSpeculationRules(routes.map(({ path }) => path)))).toEqual({
    prefetch: [
      {
        eagerness: 'conservative',
        where: {
          and: [
            {
              href_matches: ['/', '/download', '/terms', '/privacy'].map((pathname) => ({
                pathname,
                search: '',
                hash: '',
              })),
            },
            { selector_matches: 'html:not([data-ready]) a:not([role])' },
          ],
        },
      },
    ],
  })
})
