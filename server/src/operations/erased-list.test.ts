import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findUnflushedRenames } from '../../../tests/support/disk-operations.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { readErasedList, writeErasedList } from './erased-list.ts'

test('the list of erased people is written only after it and its folder are flushed to disk', async () => {
  await using folder = await createTemporaryFolder('erased-')
  const people = [{ hash: 'ab'.repeat(32), erased_at: '2026-11-26T10:00:00Z' }]
  const write = () => writeErasedList(join(folder.path, 'erased-people.txt'), people)
  expect(await findUnflushedRenames(write)).toEqual([])
  expect(await readErasedList(folder.path)).toEqual(people)
})
