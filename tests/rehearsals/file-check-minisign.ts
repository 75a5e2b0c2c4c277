import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashInChunks } from '../../website/app/pages/download/check-file/hash-chunks.ts'
import { openCurrentRelease } from '../../website/app/pages/download/check-file/known-releases.ts'
import { judgeFile } from '../../website/app/pages/download/check-file/verdict.ts'
import { createReleaseManifest, createReleaseSigner } from '../support/release-signer.ts'
import { runProgramToExit } from './programs.ts'

const FILES = 1_000

/** What happened to a file on its way, and how many files of each the page and minisign called genuine. */
const CHANGES = ['intact', 'cut', 'flipped', 'swapped', 'renamed'] as const

/**
 * Judges changed installers with the page's own functions and with minisign. minisign compares a file with the signature of one name; the
 * page agrees when it recognises the file of that name.
 */
export async function compareWithMinisign(program: string, folder: string): Promise<string> {
  const signer = createReleaseSigner()
  const [path, minisig] = [join(folder, 'file'), join(folder, 'file.minisig')]
  const counts = new Map<string, number>()
  for (let number = 0; number < FILES; number += 1) {
    const change = CHANGES[number % CHANGES.length] ?? 'intact'
    const installers = {
      'windows-x64': { name: 'App.exe', bytes: randomBytes(randomInt(2, 5_000)) },
      'macos-intel': { name: 'App-intel.dmg', bytes: randomBytes(randomInt(2, 5_000)) },
      'macos-silicon': { name: 'App-arm64.dmg', bytes: randomBytes(randomInt(2, 5_000)) },
    }
    const manifest = createReleaseManifest(signer, installers)
    const text = JSON.stringify(manifest)
    const texts = { manifest: text, signature: signer.sign(Buffer.from(text)) }
    const opened = await openCurrentRelease(texts, manifest.version, manifest.product, [signer.publicKey])
    assert.ok('current' in opened && opened.status === 'signed')
    const expected = installers['windows-x64']
    const bytes = applyChange(change, expected.bytes, installers['macos-intel'].bytes)
    const name = change === 'renamed' ? `download (${number}).bin` : expected.name

    await writeFile(path, bytes)
    await writeFile(minisig, manifest.files.find((file) => file.name === expected.name)?.minisign ?? '')
    const { code } = await runProgramToExit(program, ['-V', '-q', '-m', path, '-x', minisig, '-P', signer.publicKey])

    const sha256 = await hashInChunks(new Blob([bytes]), () => true)
    assert.ok(sha256 !== null)
    const picked = { name, size: bytes.length, sha256, beginning: bytes.subarray(0, 2) }
    const verdict = judgeFile(picked, { current: opened.current, all: [] }, [])
    const isRecognised = verdict.kind === 'genuine' && verdict.file.name === expected.name
    assert.equal(
      isRecognised,
      code === 0,
      `${change}: minisign ended with ${String(code)}, the page says ${verdict.kind}`,
    )
    assert.equal(isRecognised, change === 'intact' || change === 'renamed', change)
    if (change === 'cut') assert.equal(verdict.kind, 'incomplete')
    if (change === 'flipped') assert.equal(verdict.kind, 'not ours')
    counts.set(change, (counts.get(change) ?? 0) + 1)
  }
  return `the page and minisign agree on ${FILES} files: ${[...counts].map(([change, count]) => `${count} ${change}`).join(', ')}`
}

function applyChange(change: (typeof CHANGES)[number], bytes: Buffer, other: Buffer): Buffer<ArrayBuffer> {
  if (change === 'swapped') return Buffer.from(other)
  const position = randomInt(bytes.length)
  if (change === 'cut') return Buffer.from(bytes.subarray(0, position))
  const copy = Buffer.from(bytes)
  if (change === 'flipped') copy.writeUInt8(copy.readUInt8(position) ^ (1 << randomInt(8)), position)
  return copy
}
