import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatErasedList } from '@site/contract/erased-list'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { describeErasedList, findErasedListFile, mergeFoundLists } from './erased-list.ts'

const PERSON = { hash: 'a'.repeat(64), erased_at: '2026-03-05T10:00:00Z' }

test('an empty list of erased people is distinguished from none, and a list that begins with a byte order mark is read', async () => {
  await using folder = await createTemporaryFolder('erased-list-')
  const file = join(folder.path, 'erased-people.txt')
  const describe = () => describeErasedList(mergeFoundLists([null, findErasedListFile(file)]))
  expect(describe()).toContain('No list of erased people was found')
  await writeFile(file, formatErasedList([]))
  expect(describe()).toBe('The list of erased people is empty: nobody is erased again.')
  await writeFile(file, `\ufeff${formatErasedList([PERSON])}`)
  expect(describe()).toContain('(1 on the list)')
  await writeFile(file, 'nobody\n')
  expect(describe).toThrow('"nobody" does not belong in a list of erased people.')
})
