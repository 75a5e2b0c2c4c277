import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder as createTestFolder } from '../../../../tests/support/temporary-folder.ts'
import { createTemporaryFolder, deleteLeftOverFolders, resolveTemporaryRoot } from './temporary-folder.ts'

test('a temporary folder is readable by this user only, and deleted with its content when it is disposed', async () => {
  await using root = await createTestFolder('root-')
  {
    using folder = await createTemporaryFolder(root.path)
    expect((await stat(folder.path)).mode & 0o777).toBe(0o700)
    await writeFile(join(folder.path, 'file'), 'x')
  }
  expect(await readdir(root.path)).toEqual([])
})

test('deleteLeftOverFolders deletes folders that are not locked, but no locked folder, symlink or other name', async () => {
  await using root = await createTestFolder('root-')
  using used = await createTemporaryFolder(root.path)
  await mkdir(join(root.path, 'site-console-killed'))
  await writeFile(join(root.path, 'site-console-killed/Setup.exe'), 'x')
  await mkdir(join(root.path, 'another'))
  await symlink(join(root.path, 'another'), join(root.path, 'site-console-link'))
  await writeFile(join(root.path, 'site-console-file'), 'x')
  await deleteLeftOverFolders(root.path)
  const left = [used.path.slice(root.path.length + 1), 'another', 'site-console-link', 'site-console-file']
  expect((await readdir(root.path)).toSorted()).toEqual(left.toSorted())
  await deleteLeftOverFolders(join(root.path, 'missing'))
})

test('resolveTemporaryRoot prefers TMPDIR', () => {
  expect(resolveTemporaryRoot({ TMPDIR: '/mnt/large' })).toBe('/mnt/large')
  if (process.platform === 'linux') expect(resolveTemporaryRoot({})).toBe('/var/tmp')
})
