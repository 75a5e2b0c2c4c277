import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { openFolderStore } from './folder-store.ts'

test('a folder store writes files with mode 0600, lists, reads and removes them, and leaves unfinished files out of the list', async () => {
  await using folder = await createTemporaryFolder('store-')
  const store = openFolderStore(folder.path)
  await writeFile(join(folder.path, 'source'), 'from a file')
  await store.write('a/2', Buffer.from('two'))
  await store.write('a/1', Buffer.from('one'))
  await store.writeFile('a/b/3', join(folder.path, 'source'))
  await writeFile(join(folder.path, 'a/.part-x'), 'unfinished')
  expect((await store.list('a/')).map(({ name, size }) => [name, size])).toEqual([
    ['a/1', 3],
    ['a/2', 3],
    ['a/b/3', 11],
  ])
  expect((await store.list('a/', 'a/1')).map(({ name }) => name)).toEqual(['a/2', 'a/b/3'])
  expect(await store.list('nothing/')).toEqual([])
  expect((await stat(join(folder.path, 'a/1'))).mode & 0o777).toBe(0o600)
  expect([await store.read('a/2'), await store.read('a/4')].map((bytes) => bytes?.toString())).toEqual([
    'two',
    undefined,
  ])
  await store.remove(['a/1', 'a/4'])
  expect(await readdir(join(folder.path, 'a'))).toEqual(['.part-x', '2', 'b'])
})

test('in a folder store, a failed write leaves no file; without the folder, every call rejects and the folder is not created', async () => {
  await using folder = await createTemporaryFolder('store-')
  const store = openFolderStore(folder.path)
  await mkdir(join(folder.path, 'taken/x'), { recursive: true })
  await expect(store.write('taken', Buffer.from('x'))).rejects.toThrow()
  await expect(store.writeFile('y', join(folder.path, 'missing'))).rejects.toThrow('ENOENT')
  expect(await readdir(folder.path)).toEqual(['taken'])
  const missing = openFolderStore(join(folder.path, 'missing'))
  const calls = [() => missing.list(''), () => missing.read('x'), () => missing.write('x', Buffer.from('x'))]
  for (const call of calls) await expect(call()).rejects.toThrow('ENOENT')
})
