import { readdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'
import { createStagedFiles } from './staged-files.ts'

async function* partOf(text: string) {
  yield Buffer.from(text)
}

async function startFiles() {
  const root = await createTemporaryFolder('staged-')
  const files = createStagedFiles(root.path)
  return {
    root: root.path,
    files,
    async [Symbol.asyncDispose]() {
      files[Symbol.dispose]()
      await root[Symbol.asyncDispose]()
    },
  }
}

test('a file is usable after all parts arrived in order, and its content is deleted when it is discarded', async () => {
  await using started = await startFiles()
  const { files } = started
  expect(await readdir(started.root), 'no folder before the first file').toEqual([])
  const id = await files.create('Setup.exe', 6, null)
  expect(await files.append(id, 0, partOf('abc'))).toBe(3)
  await expect(files.use(id)).rejects.toThrow('Setup.exe has not been read completely.')
  await expect(files.append(id, 0, partOf('abc'))).rejects.toThrow('in the wrong order')
  await files.append(id, 3, partOf('def'))
  const { path, isTemporary } = await files.use(id)
  expect(await readFile(path, 'utf8')).toBe('abcdef')
  expect(isTemporary).toBe(true)
  await files.discard([id, 'unknown'])
  await expect(files.use(id)).rejects.toThrow('A chosen file is gone.')
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('append rejects a part that makes the file larger than announced', async () => {
  await using started = await startFiles()
  const id = await started.files.create('Setup.exe', 2, null)
  await expect(started.files.append(id, 0, partOf('abc'))).rejects.toThrow('became larger')
})

test('a block map is stored in the folder of its file, and the file stays when only the block map is discarded', async () => {
  await using started = await startFiles()
  const { files } = started
  const id = await files.create('Setup.exe', 0, null)
  const beside = await files.create('Setup.exe.blockmap', 0, id)
  const [one, other] = [await files.use(id), await files.use(beside)]
  expect(other.path).toBe(`${one.path}.blockmap`)
  await expect(files.create('Setup.exe', 0, id)).rejects.toThrow('Setup.exe: it already exists.')
  await files.discard([beside])
  expect(await files.use(id)).toEqual(one)
})

test('a file named by its path is read in place, gets another stamp when it changes, and stays when it is discarded', async () => {
  await using started = await startFiles()
  const { files } = started
  const path = join(started.root, 'release.key')
  await writeFile(path, 'one')
  const { id, name, size } = await files.take(path)
  expect([name, size]).toEqual(['release.key', 3])
  const before = await files.use(id)
  expect(before).toMatchObject({ path, isTemporary: false })
  await writeFile(path, 'other')
  expect((await files.use(id)).stamp).not.toBe(before.stamp)
  await files.discard([id])
  expect(await readFile(path, 'utf8')).toBe('other')
  await expect(files.take('release.key')).rejects.toThrow('is not a path from the root')
  await expect(files.take('~/no-such-file-here')).rejects.toThrow(join(homedir(), 'no-such-file-here'))
})

test('disposing the store deletes everything that the page sent', async () => {
  await using root = await createTemporaryFolder('staged-')
  const files = createStagedFiles(root.path)
  await files.create('Setup.exe', 5, null)
  expect(await readdir(root.path)).toHaveLength(1)
  files[Symbol.dispose]()
  expect(await readdir(root.path)).toEqual([])
})
