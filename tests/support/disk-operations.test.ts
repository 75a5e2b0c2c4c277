import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findUnflushedRenames } from './disk-operations.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

test('findUnflushedRenames reports a file that is renamed without a flush, a folder without a flush, and no rename at all', async () => {
  await using folder = await createTemporaryFolder('flush-')
  const [draft, file] = [join(folder.path, 'draft'), join(folder.path, 'file')]
  const careless = async () => {
    await writeFile(draft, 'text')
    await rename(draft, file)
  }
  expect(await findUnflushedRenames(careless)).toEqual([
    expect.stringMatching(/draft was renamed before it was flushed$/),
    expect.stringMatching(/was not flushed after the rename to .*file$/),
  ])
  const withoutFolder = async () => {
    await using handle = await open(draft, 'w')
    await handle.sync()
    await rename(draft, file)
  }
  expect(await findUnflushedRenames(withoutFolder)).toHaveLength(1)
  expect(await findUnflushedRenames(() => mkdir(join(folder.path, 'other')))).toEqual(['nothing was renamed'])
})
