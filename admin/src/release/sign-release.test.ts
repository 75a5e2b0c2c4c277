import { createHash } from 'node:crypto'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSignedManifest } from '@site/contract/release-manifest'
import { beforeAll, expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { createKeyFiles, INTERACTIVE_STRENGTH, openSecretKey, type ReleaseKey } from './key/secret-key.ts'
import type { PreparedFile } from './prepare-files.ts'
import { signRelease } from './sign-release.ts'
import { createVersionFile } from './version-file.ts'

const PASSPHRASE = 'seven grey geese'
let key: ReleaseKey

beforeAll(async () => {
  key = await openSecretKey((await createKeyFiles(PASSPHRASE, INTERACTIVE_STRENGTH)).secretKeyFile, PASSPHRASE)
})

async function writeFiles(folder: string): Promise<PreparedFile[]> {
  const platforms = ['windows-x64', 'macos-intel', 'macos-silicon'] as const
  const files = platforms.map(async (platform): Promise<PreparedFile> => {
    const path = join(folder, platform)
    await writeFile(path, platform)
    return {
      platform,
      role: 'installer',
      name: `Fondly-${platform}`,
      path,
      size: platform.length,
      sha256: createHash('sha256').update(platform).digest('hex'),
      sha512: createHash('sha512').update(platform).digest('base64'),
      blake2b512: createHash('blake2b512').update(platform).digest(),
      makerSignature: 'none',
      blockmap: null,
    }
  })
  return await Promise.all(files)
}

function versionFileOf(files: readonly PreparedFile[], notes?: string) {
  const minOS = { windows: undefined, macos: 'macOS 12' }
  const facts = { version: '1.4.0', date: '2026-03-05', channel: 'beta', notes, minOS, staged: undefined } as const
  return createVersionFile(facts, files, null)
}

test('signRelease returns a manifest that verifies with the public key and states channel, notes and minimum systems', async () => {
  await using folder = await createTemporaryFolder('sign-')
  const files = await writeFiles(folder.path)
  const signed = await signRelease(key, 'Fondly', versionFileOf(files, 'Faster.'), files)
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

test('signRelease throws when a file was changed after it was hashed', async () => {
  await using folder = await createTemporaryFolder('sign-')
  const files = await writeFiles(folder.path)
  await writeFile(files[1]?.path ?? '', 'macos-INTEL')
  await expect(signRelease(key, 'Fondly', versionFileOf(files), files)).rejects.toThrow(
    'macos-intel: the file was changed while it was being published.',
  )
})

test('signRelease throws when the manifest would not be valid: without one platform, or with notes that are too long', async () => {
  await using folder = await createTemporaryFolder('sign-')
  const files = await writeFiles(folder.path)
  const two = files.slice(0, 2)
  await expect(signRelease(key, 'Fondly', versionFileOf(two), two)).rejects.toThrow('would not be valid')
  const long = versionFileOf(files, 'x'.repeat(20_001))
  await expect(signRelease(key, 'Fondly', long, files)).rejects.toThrow('would not be valid')
})

test('signRelease makes no signature for Sparkle of a file that is too large to be signed in memory', async () => {
  await using folder = await createTemporaryFolder('sign-')
  const files = await writeFiles(folder.path)
  await truncate(files[2]?.path ?? '', 2_000_000_001) // a sparse file
  const large = files.map((file, at) => (at === 2 ? { ...file, size: 2_000_000_001 } : file))
  const signed = await signRelease(key, 'Fondly', versionFileOf(large), large)
  const verdict = await openSignedManifest(signed, [key.publicKey])
  if (!verdict.valid) throw new Error(verdict.reason)
  expect(verdict.manifest.files.map(({ ed25519 }) => ed25519 !== undefined)).toEqual([true, true, false])
})
