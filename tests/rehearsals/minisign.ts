import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { verifyMinisign } from '@site/releases/verify-minisign'
import { runAdminWithEnvironment } from '../rules/admin-run.ts'
import { createReleaseSigner } from '../support/release-signer.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { verifyReleaseWithMinisign } from './minisign-release.ts'
import { requireDebianProgram, runProgramToExit } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'

const FILES = 1_000
const PASSPHRASE = 'nine and ninety kites'

/** Ways in which a file or its signature reaches a visitor changed. */
const CHANGES = ['intact', 'flipped', 'cut', 'extended', 'swapped', 'signature flipped', 'comment changed', 'other key']

/** Compares this repository's keys and signatures with those of minisign, in both directions. */
export const minisignRehearsal: Rehearsal = {
  shows: `minisign uses our keys and accepts our signatures, and agrees with our verification on ${FILES} files`,
  async run(say) {
    const program = requireDebianProgram('/usr/bin/minisign', 'minisign')
    await using folder = await createTemporaryFolder('minisign-')
    const at = (name: string) => join(folder.path, name)
    await writeFile(at('message'), randomBytes(10_000))

    const env = { RELEASE_KEY_PASSPHRASE: PASSPHRASE }
    const created = await runAdminWithEnvironment(['release', 'key', 'create', '--file', at('ours.key')], env)
    assert.equal(created.code, 0, created.err)
    await runWithInput(
      program,
      ['-S', '-s', at('ours.key'), '-m', at('message'), '-x', at('by-minisign')],
      `${PASSPHRASE}\n`,
    )
    const message = Uint8Array.from(await readFile(at('message')))
    const publicKey = await readFile(at('ours.key.pub'), 'utf8')
    const verdict = await verifyMinisign(message, await readFile(at('by-minisign'), 'utf8'), [publicKey])
    assert.equal(verdict.valid, true)
    say('minisign signed with our secret key file and its passphrase, and we accepted the signature')

    await runWithInput(program, ['-G', '-s', at('its.key'), '-p', at('its.pub')], `${PASSPHRASE}\n${PASSPHRASE}\n`)
    const shown = await runAdminWithEnvironment(['release', 'key', 'show', '--key', at('its.key'), '--json'], env)
    assert.equal(shown.code, 0, shown.err)
    assert.ok((await readFile(at('its.pub'), 'utf8')).includes(JSON.parse(shown.out).publicKey))
    say('we read a secret key file of minisign')

    say(await verifyReleaseWithMinisign(program, at, at('ours.key'), PASSPHRASE))
    say(await compareVerdicts(program, at))
  },
}

/** Verifies many intact and changed files with both implementations. Throws when they disagree about one of them. */
async function compareVerdicts(program: string, at: (name: string) => string): Promise<string> {
  const [signer, stranger] = [createReleaseSigner(), createReleaseSigner()]
  const counts = new Map<string, number>()
  for (let number = 0; number < FILES; number += 1) {
    const change = CHANGES[number % CHANGES.length] ?? ''
    const bytes = randomBytes(randomInt(1, 5_000))
    const by = change === 'other key' ? stranger : signer
    const signature = by.sign(bytes, `timestamp:1764104400\tfile:f${number}\thashed`)
    const given = applyChange(change, bytes, signature)
    await writeFile(at('file'), given.bytes)
    await writeFile(at('file.minisig'), given.signature)
    const { code } = await runProgramToExit(program, ['-V', '-q', '-m', at('file'), '-P', signer.publicKey])
    const { valid } = await verifyMinisign(Uint8Array.from(given.bytes), given.signature, [signer.publicKey])
    assert.equal(valid, code === 0, `${change}: minisign ended with ${String(code)}, we say ${String(valid)}`)
    assert.equal(valid, change === 'intact', change)
    counts.set(change, (counts.get(change) ?? 0) + 1)
  }
  return `the same verdict on ${FILES} files: ${[...counts].map(([change, count]) => `${count} ${change}`).join(', ')}`
}

function applyChange(change: string, bytes: Buffer, signature: string): { bytes: Buffer; signature: string } {
  const flipped = Buffer.from(bytes)
  const position = randomInt(bytes.length)
  flipped.writeUInt8(flipped.readUInt8(position) ^ (1 << randomInt(8)), position)
  if (change === 'flipped') return { bytes: flipped, signature }
  if (change === 'cut') return { bytes: bytes.subarray(0, position), signature }
  if (change === 'extended') return { bytes: Buffer.concat([bytes, Buffer.of(0)]), signature }
  if (change === 'swapped') return { bytes: randomBytes(bytes.length + 8), signature }
  if (change === 'comment changed') return { bytes, signature: signature.replace('\tfile:f', '\tfile:g') }
  if (change !== 'signature flipped') return { bytes, signature }
  const lines = signature.split('\n')
  const line = Buffer.from(lines[1] ?? '', 'base64')
  const byte = randomInt(2, line.length)
  line.writeUInt8(line.readUInt8(byte) ^ (1 << randomInt(8)), byte)
  lines[1] = line.toString('base64')
  return { bytes, signature: lines.join('\n') }
}

/** Runs minisign, which reads the passphrase from its standard input. */
async function runWithInput(program: string, words: readonly string[], input: string): Promise<void> {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(input)
  const [said] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')])
  assert.equal(child.exitCode, 0, said)
}
