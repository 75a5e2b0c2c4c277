import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { readDiskImage } from './inspect-image.ts'
import { type ProgramFacts, readProgram } from './inspect-program.ts'

const PE = 0x80
const SECTION = 0x400
const ADDRESS = 0x1000
const CERTIFICATE = 0x800

/** Builds a PE32+ program with a version resource of 1.4.2.7 and a certificate table, or a 32-bit one (PE32). */
function createProgram({ is32Bit = false } = {}): Buffer {
  const bytes = Buffer.alloc(0x900)
  bytes.write('MZ', 0, 'latin1')
  bytes.writeUInt32LE(PE, 60)
  bytes.write('PE\0\0', PE, 'latin1')
  bytes.writeUInt16LE(is32Bit ? 0x14c : 0x8664, PE + 4)
  bytes.writeUInt16LE(1, PE + 6) // one section
  bytes.writeUInt16LE(is32Bit ? 224 : 240, PE + 20) // the size of the optional header
  bytes.writeUInt16LE(is32Bit ? 0x10b : 0x20b, PE + 24)
  const directories = PE + 24 + (is32Bit ? 96 : 112)
  bytes.writeUInt32LE(ADDRESS, directories + 16)
  bytes.writeUInt32LE(0x200, directories + 20)
  bytes.writeUInt32LE(CERTIFICATE, directories + 32)
  bytes.writeUInt32LE(0x100, directories + 36)
  const section = PE + 24 + (is32Bit ? 224 : 240)
  bytes.writeUInt32LE(ADDRESS, section + 12)
  bytes.writeUInt32LE(0x300, section + 16)
  bytes.writeUInt32LE(SECTION, section + 20)
  // Three levels of the resource tree, each with one entry: type 16, name 1, language 1033.
  for (const [level, id, next] of [
    [0, 16, 0x80000018],
    [0x18, 1, 0x80000030],
    [0x30, 1033, 0x48],
  ] as const) {
    bytes.writeUInt16LE(1, SECTION + level + 14)
    bytes.writeUInt32LE(id, SECTION + level + 16)
    bytes.writeUInt32LE(next, SECTION + level + 20)
  }
  bytes.writeUInt32LE(ADDRESS + 0x60, SECTION + 0x48)
  bytes.writeUInt32LE(0x5c, SECTION + 0x4c)
  bytes.writeUInt32LE(0xfeef04bd, SECTION + 0x60 + 40)
  bytes.writeUInt32LE((1 << 16) | 4, SECTION + 0x60 + 56)
  bytes.writeUInt32LE((2 << 16) | 7, SECTION + 0x60 + 60)
  bytes.writeUInt32LE(0x100, CERTIFICATE)
  bytes.writeUInt16LE(0x200, CERTIFICATE + 4)
  bytes.writeUInt16LE(2, CERTIFICATE + 6)
  return bytes
}

async function withFile<T>(
  bytes: Uint8Array,
  read: (file: Awaited<ReturnType<typeof open>>) => Promise<T>,
): Promise<T> {
  await using folder = await createTemporaryFolder('program-')
  const path = join(folder.path, 'file')
  await writeFile(path, bytes)
  await using file = await open(path, 'r')
  return await read(file)
}

const readBytesOf = (bytes: Buffer): Promise<ProgramFacts | null> =>
  withFile(bytes, (file) => readProgram(file, bytes.length))

test.each([
  ['64-bit', false, 0x8664],
  ['32-bit', true, 0x14c],
])(
  'readProgram reads machine, version and the presence of Authenticode of a %s program',
  async (_, is32Bit, machine) => {
    expect(await readBytesOf(createProgram({ is32Bit }))).toEqual({
      machine,
      version: '1.4.2.7',
      hasAuthenticode: true,
    })
  },
)

test('readProgram finds no Authenticode without a certificate table, in one of another type, or beyond the end of the file', async () => {
  const changes: ((bytes: Buffer) => unknown)[] = [
    (bytes) => bytes.writeUInt32LE(0, PE + 24 + 112 + 32),
    (bytes) => bytes.writeUInt32LE(8, PE + 24 + 112 + 36),
    (bytes) => bytes.writeUInt32LE(0x101, PE + 24 + 112 + 36),
    (bytes) => bytes.writeUInt16LE(1, CERTIFICATE + 6),
  ]
  for (const change of changes) {
    const bytes = createProgram()
    change(bytes)
    expect(await readBytesOf(bytes)).toMatchObject({ hasAuthenticode: false, version: '1.4.2.7' })
  }
})

test('readProgram returns no version for a program without one, or with a damaged resource tree', async () => {
  const changes: ((bytes: Buffer) => unknown)[] = [
    (bytes) => bytes.writeUInt32LE(0, PE + 24 + 112 + 16),
    (bytes) => bytes.writeUInt32LE(3, SECTION + 16), // icons only
    (bytes) => bytes.writeUInt32LE(0x7ffffff0, SECTION + 20),
    (bytes) => bytes.writeUInt32LE(0x7ffffff0, SECTION + 0x48),
    (bytes) => bytes.writeUInt32LE(0, SECTION + 0x60 + 40),
    (bytes) => bytes.fill(0, SECTION + 0x60 + 56, SECTION + 0x60 + 64),
    (bytes) => bytes.writeUInt16LE(0xffff, PE + 6),
    (bytes) => bytes.fill(0xff, SECTION, SECTION + 0x300),
  ]
  for (const [at, change] of changes.entries()) {
    const bytes = createProgram()
    change(bytes)
    const facts = await readBytesOf(bytes)
    expect(facts?.machine, `change ${at}`).toBe(0x8664)
    if (at !== 6) expect(facts?.version, `change ${at}`).toBeNull()
  }
})

test('readProgram returns null for a file that is not a program, also when it is cut anywhere in its headers', async () => {
  for (const bytes of [Buffer.alloc(64), Buffer.from('MZ'), Buffer.concat([Buffer.from('MZ'), Buffer.alloc(62, 0xff)])])
    expect(await readBytesOf(bytes)).toBeNull()
  for (const length of [2, 63, PE, PE + 4, PE + 23]) {
    expect(await readBytesOf(createProgram().subarray(0, length)), `${length} bytes`).toBeNull()
  }
})

test('readDiskImage finds an Apple signature only where the trailer leads to one inside the file', async () => {
  const image = Buffer.alloc(2_000)
  image.write('koly', 2_000 - 512, 'latin1')
  image.writeUInt32BE(512, 2_000 - 504)
  const read = (bytes: Buffer) => withFile(bytes, (file) => readDiskImage(file, bytes.length))
  expect(await read(image)).toEqual({ hasAppleSignature: false })
  image.writeBigUInt64BE(1_000n, 2_000 - 512 + 296)
  image.writeBigUInt64BE(100n, 2_000 - 512 + 304)
  expect(await read(image), 'an offset without a signature').toEqual({ hasAppleSignature: false })
  image.writeUInt32BE(0xfade0cc0, 1_000)
  expect(await read(image)).toEqual({ hasAppleSignature: true })
  image.writeBigUInt64BE(2n ** 60n, 2_000 - 512 + 304)
  expect(await read(image), 'a length beyond the end').toEqual({ hasAppleSignature: false })
  expect(await read(image.subarray(0, -1)), 'a cut image').toBeNull()
})
