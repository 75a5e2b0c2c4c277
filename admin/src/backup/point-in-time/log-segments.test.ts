import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'
import { LogSegments } from './log-segments.ts'

const SEGMENT = 1024 * 1024
const FROM = BigInt(3 * SEGMENT)

/** A first piece: the header of a segment on timeline 1, and the letter a. */
function firstPiece(length: number): Buffer {
  const bytes = Buffer.alloc(length, 'a')
  bytes.writeUInt32LE(1, 4)
  bytes.writeUInt32LE(SEGMENT, 32)
  return bytes
}

test('pieces written in any order become segment files of full size, with zeros after the position of cutOff', async () => {
  await using folder = await createTemporaryFolder('segments-')
  const log = new LogSegments(join(folder.path, 'pg_wal'), FROM)
  log.write(FROM, firstPiece(100))
  log.write(FROM + BigInt(SEGMENT), Buffer.alloc(SEGMENT + 10, 'c'))
  log.write(FROM + 100n, Buffer.alloc(SEGMENT - 100, 'b'))
  expect(String(log.read(FROM + 98n, 4))).toBe('aabb')
  expect(log.read(FROM + BigInt(3 * SEGMENT), 4)).toHaveLength(0)
  log.cutOff(FROM + BigInt(SEGMENT) + 5n)
  log.close()
  expect(readdirSync(join(folder.path, 'pg_wal'))).toEqual(['000000010000000000000003', '000000010000000000000004'])
  const last = readFileSync(join(folder.path, 'pg_wal/000000010000000000000004'))
  expect([last.length, last.subarray(0, 6).toString(), last.subarray(5).every((byte) => byte === 0)]).toEqual([
    SEGMENT,
    'ccccc\0',
    true,
  ])
})

test('cutOff at the end of a segment deletes the later segment, and bytes before the first segment are not written', async () => {
  await using folder = await createTemporaryFolder('segments-')
  const log = new LogSegments(folder.path, FROM)
  log.write(FROM - 10n, Buffer.concat([Buffer.alloc(10, 'x'), firstPiece(SEGMENT), Buffer.alloc(10, 'c')]))
  log.cutOff(FROM + BigInt(SEGMENT))
  log.close()
  expect(readdirSync(folder.path)).toEqual(['000000010000000000000003'])
  expect(readFileSync(join(folder.path, '000000010000000000000003')).equals(firstPiece(SEGMENT))).toBe(true)
})

test('write rejects a log that does not begin with the header of a segment', async () => {
  await using folder = await createTemporaryFolder('segments-')
  for (const bytes of [Buffer.alloc(20), Buffer.alloc(100), Buffer.alloc(100, 0xff)]) {
    const log = new LogSegments(folder.path, FROM)
    expect(() => log.write(FROM, bytes)).toThrow('does not begin with the header of a segment')
  }
})
