import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { openSecretKey } from '@site/releases/key/secret-key'
import type { PreparedFile } from '@site/releases/prepare-files'
import { openSignedManifest } from '@site/releases/release-manifest'
import { signRelease } from '@site/releases/sign-release'
import { createVersionFile } from '@site/releases/version-file'
import { runProgramToExit } from './programs.ts'

/**
 * Signs a release as `release publish` does, and has minisign verify the manifest and each installer; each also with one changed byte, which
 * minisign must refuse. `keyFile` is a secret key file of `release key create`.
 */
export async function verifyReleaseWithMinisign(
  program: string,
  at: (name: string) => string,
  keyFile: string,
  passphrase: string,
): Promise<string> {
  const key = await openSecretKey(await readFile(keyFile, 'utf8'), passphrase)
  const files = await Promise.all(
    (['windows-x64', 'macos-intel', 'macos-silicon'] as const).map(async (platform): Promise<PreparedFile> => {
      const bytes = randomBytes(5_000)
      const [path, name] = [at(platform), `App-${platform}`]
      await writeFile(path, bytes)
      const hash = (algorithm: string) => createHash(algorithm).update(bytes)
      const hashes = { sha256: hash('sha256').digest('hex'), sha512: hash('sha512').digest('base64') }
      const facts = { path, name, size: bytes.length, blake2b512: hash('blake2b512').digest(), blockmap: null }
      return { platform, role: 'installer', makerSignature: 'none', ...facts, ...hashes }
    }),
  )
  const stated = {
    version: '1.4.0',
    date: '2026-03-05',
    channel: 'stable',
    notes: undefined,
    staged: undefined,
  } as const
  const version = createVersionFile({ ...stated, minOS: { windows: undefined, macos: undefined } }, files, null)
  const signed = signRelease(key, 'App', version, files)
  const verdict = await openSignedManifest(signed, [key.publicKey])
  assert.ok(verdict.valid)

  const accepts = async (bytes: Uint8Array, minisig: string) => {
    await writeFile(at('signed'), bytes)
    await writeFile(at('signed.minisig'), minisig)
    return (await runProgramToExit(program, ['-V', '-q', '-m', at('signed'), '-P', key.publicKey])).code === 0
  }
  const signatures: [what: string, bytes: Buffer, minisig: string][] = [
    ['release.json', Buffer.from(signed.manifest), signed.signature],
    ...(await Promise.all(
      verdict.manifest.files.map(
        async ({ platform, name, minisign }): Promise<[string, Buffer, string]> => [
          name,
          await readFile(at(platform)),
          minisign,
        ],
      ),
    )),
  ]
  for (const [what, bytes, minisig] of signatures) {
    assert.ok(await accepts(bytes, minisig), what)
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(7) ^ 1, 7)
    assert.ok(!(await accepts(changed, minisig)), `${what}, with one changed byte`)
  }
  return 'minisign accepts what release publish signs, the manifest and the installers, and none of it with one changed byte'
}
