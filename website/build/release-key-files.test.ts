import { expect, test } from 'vitest'
import { MINISIGN_VECTORS } from '../../packages/releases/test/minisign-vectors.ts'
import { createReleaseKeyFiles } from './release-key-files.ts'

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
