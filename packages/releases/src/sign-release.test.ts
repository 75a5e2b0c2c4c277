import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createKeyFiles, INTERACTIVE_MEMORY, openSecretKey, type ReleaseKey } from './key/secret-key.ts'
import type { PreparedFile } from './prepare-files.ts'
import { openSignedManifest } from './release-manifest.ts'
import { signRelease } from './sign-release.ts'
import { createVersionFile } from './version-file.ts'

const PASSPHRASE = 'seven grey geese'
let key: ReleaseKey

beforeAll(async () => {
  key = await openSecretKey((await createKeyFiles(PASSPHRASE, INTERACTIVE_MEMORY)).secretKeyFile, PASSPHRASE)
})

const files = (['windows-x64', 'macos-intel', 'macos-silicon'] as const).map(
  (platform): PreparedFile => ({
    platform,
    role: 'installer',
    name: `Fondly-${platform}`,
    path: platform,
    size: platform.length,
    sha256: createHash('sha256').update(platform).digest('hex'),
    sha512: createHash('sha512').update(platform).digest('base64'),
    blake2b512: createHash('blake2b512').update(platform).digest(),
    makerSignature: 'none',
    blockmap: null,
  }),
)

function versionFileOf(given: readonly PreparedFile[], notes?: string) {
  const minOS = { windows: undefined, macos: 'macOS 12' }
  const facts = { version: '1.4.0', date: '2026-03-05', channel: 'beta', notes, minOS, staged: undefined } as const
  return createVersionFile(facts, given, null)
}

test('signRelease returns a manifest that verifies with the public key and states channel, notes and minimum systems', async () => {
  const signed = signRelease(key, 'Fondly', versionFileOf(files, 'Faster.'), files)
  expect(await openSignedManifest(signed, [key.publicKey])).toMatchObject({
    valid: true,
    trustedComment: expect.stringMatching(/^timestamp:\d{10}\tfile:release\.json\tversion:1\.4\.0\thashed$/),
    manifest: {
      product: 'Fondly',
      channel: 'beta',
      notes: 'Faster.',
      files: [{ name: 'Fondly-windows-x64' }, { minOS: 'macOS 12' }, { minOS: 'macOS 12' }],
    },
  })
})

test('signRelease throws when the manifest would not be valid: without one platform, or with notes that are too long', () => {
  const two = files.slice(0, 2)
  expect(() => signRelease(key, 'Fondly', versionFileOf(two), two)).toThrow('would not be valid')
  const long = versionFileOf(files, 'x'.repeat(20_001))
  expect(() => signRelease(key, 'Fondly', long, files)).toThrow('would not be valid')
})
