import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SEGMENT_BYTES } from '@site/contract/shipping/log-position'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { readLog } from './read-log.ts'

test('readLog reads a range of a segment, and resolves to null when the segment file is missing or too short', async () => {
  await using folder = await createTemporaryFolder('log-')
  const second = join(folder.path, '000000010000000000000002')
  await writeFile(second, 'abcdef')
  const read = (start: bigint, end: bigint) => readLog({ folder: folder.path, timeline: 1 }, start, end)
  expect(String(await read(2n * SEGMENT_BYTES + 1n, 2n * SEGMENT_BYTES + 4n))).toBe('bcd')
  expect(await read(2n * SEGMENT_BYTES + 1n, 2n * SEGMENT_BYTES + 7n)).toBeNull()
  await rename(second, join(folder.path, '000000010000000000000003'))
  expect(await read(2n * SEGMENT_BYTES, 2n * SEGMENT_BYTES + 1n)).toBeNull()
})
