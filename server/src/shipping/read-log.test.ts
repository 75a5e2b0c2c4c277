import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { eraseLogBefore, LogRecycledError, readLog } from './read-log.ts'

const SEGMENT = 1024 * 1024
const LOG = { timeline: 1, segmentBytes: SEGMENT }

test('readLog reads a range over two segments, and rejects when a segment file is missing or too short', async () => {
  await using folder = await createTemporaryFolder('log-')
  await writeFile(join(folder.path, '000000010000000000000001'), Buffer.alloc(SEGMENT, 'a'))
  await writeFile(join(folder.path, '000000010000000000000002'), Buffer.alloc(SEGMENT, 'b'))
  await writeFile(join(folder.path, '000000010000000000000003'), Buffer.alloc(10, 'c'))
  const read = (start: number, end: number) => readLog(folder.path, LOG, BigInt(start), BigInt(end))
  expect(String(await read(2 * SEGMENT - 3, 2 * SEGMENT + 2))).toBe('aaabb')
  expect(String(await read(SEGMENT, SEGMENT))).toBe('')
  await expect(read(0, SEGMENT)).rejects.toThrow(LogRecycledError)
  await expect(read(3 * SEGMENT, 3 * SEGMENT + 11)).rejects.toThrow(LogRecycledError)
  await expect(read(3 * SEGMENT, 4 * SEGMENT + 1)).rejects.toThrow(LogRecycledError)
})

const KEPT: [string, number, [number, number][]][] = [
  [
    'on a later page',
    3 * 8192 + 100,
    [
      [0, 40],
      [3 * 8192, 3 * 8192 + 24],
      [3 * 8192 + 100, 40_000],
    ],
  ],
  [
    'on the first page',
    500,
    [
      [0, 40],
      [500, 40_000],
    ],
  ],
  [
    'at the first record of a page',
    8192 + 24,
    [
      [0, 40],
      [8192, 40_000],
    ],
  ],
  ['at the first record of a segment', 40, [[0, 40_000]]],
]

test.each(KEPT)('eraseLogBefore keeps the headers and everything from a position %s on', (_, redo, kept) => {
  const bytes = Buffer.alloc(40_000, 'x')
  eraseLogBefore(BigInt(SEGMENT + redo), bytes, SEGMENT)
  const expected = Buffer.alloc(40_000)
  for (const [start, end] of kept) expected.fill('x', start, end)
  expect(bytes.equals(expected)).toBe(true)
})
