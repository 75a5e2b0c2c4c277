import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findUnflushedRenames } from '../../../../tests/support/disk-operations.ts'
import { FileStore } from './files.ts'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'files-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

async function everythingIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(path, join(entry.parentPath, entry.name)))
}

async function textOf(files: FileStore, version: string): Promise<string | null> {
  const file = await files.open(version)
  if (file === null) return null
  const text = await file.handle.readFile('utf8')
  await file.handle.close()
  return text
}

test('a stored file can be read back, and store() returns its size and SHA-256', async () => {
  await using data = await folder()
  const files = new FileStore(data.path)
  const stored = await files.store(chunks('hel', 'lo'), 5)
  expect(stored).toEqual({
    version: expect.any(String),
    size: 5,
    sha256: createHash('sha256').update('hello').digest('hex'),
  })
  expect(await textOf(files, stored.version)).toBe('hello')
})

test('a file is stored only after it and its folder are flushed to disk', async () => {
  await using data = await folder()
  expect(await findUnflushedRenames(() => new FileStore(data.path).store(chunks('hello'), 5))).toEqual([])
})

test('storing a file beyond the size limit fails with EntityTooLarge and leaves no file on disk', async () => {
  await using data = await folder()
  const files = new FileStore(data.path)
  await expect(files.store(chunks('hel', 'lo!'), 5)).rejects.toMatchObject({ code: 'EntityTooLarge' })
  expect(await everythingIn(data.path)).toEqual([])
})

test('a duplicate of a stored file remains readable after the original is removed', async () => {
  await using data = await folder()
  const files = new FileStore(data.path)
  const { version } = await files.store(chunks('hello'), 5)
  const copy = (await files.duplicate(version)) ?? ''
  await files.remove(version)
  await files.remove(version) // removing a missing file succeeds
  expect(await textOf(files, version)).toBeNull()
  expect(await textOf(files, copy)).toBe('hello')
  expect(await files.duplicate(version)).toBeNull()
  expect(await files.duplicate('../secrets')).toBeNull()
})

test('an open file stays readable after its removal from the file store', async () => {
  await using data = await folder()
  const files = new FileStore(data.path)
  const { version } = await files.store(chunks('hello'), 5)
  const open = await files.open(version)
  await files.remove(version)
  expect(await open?.handle.readFile('utf8')).toBe('hello')
  await open?.handle.close()
})

test('storing a file on a full disk fails with 507 InsufficientStorage and leaves no file on disk', async () => {
  await using data = await folder()
  const probe = await open(data.path, 'r')
  const noSpace = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  vi.spyOn(Object.getPrototypeOf(probe), 'writeFile').mockRejectedValue(noSpace)
  await probe.close()
  await expect(new FileStore(data.path).store(chunks('hello'), 5)).rejects.toMatchObject({
    ...{ status: 507, code: 'InsufficientStorage', cause: noSpace },
    message: 'The object was not stored: the disk is full',
  })
  expect(await everythingIn(data.path)).toEqual([])
})

test('a file version with path separators never opens or removes a file outside the storage folder', async () => {
  await using data = await folder()
  await mkdir(join(data.path, 'storage'), { recursive: true })
  await writeFile(join(data.path, 'secret-key'), 'secret')
  const files = new FileStore(data.path)
  const { version: stored } = await files.store(chunks('hello'), 5)
  const shelf = dirname((await everythingIn(data.path)).find((path) => path.endsWith(stored)) ?? '')
  const outside = relative(join(data.path, shelf), join(data.path, 'secret-key'))
  expect(await readFile(join(data.path, shelf, outside), 'utf8'), 'the path leads out of the storage folder').toBe(
    'secret',
  )
  const attacks = [
    outside,
    ...[1, 2, 3, 4, 5].map((levels) => `${'../'.repeat(levels)}secret-key`),
    '..',
    '',
    'a/b',
    '\u0000',
  ]
  for (const version of [...attacks, 'x'.repeat(101)]) {
    expect(await files.open(version), version).toBeNull()
    await files.remove(version)
    expect(await files.duplicate(version), version).toBeNull()
    await expect(files.store(chunks('mine'), 5, version), version).rejects.toThrow()
  }
  expect(await readFile(join(data.path, 'secret-key'), 'utf8')).toBe('secret')
  expect((await everythingIn(data.path)).sort()).toEqual(['secret-key', join(shelf, stored)].sort())
})
