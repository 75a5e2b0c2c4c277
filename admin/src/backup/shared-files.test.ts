import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SharedFileStore } from './shared-files.ts'

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shared-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function* bytes(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

async function* breakingOff() {
  yield Buffer.from('half of')
  throw new Error('the connection broke')
}

const facts = (text: string) => ({ path: 'storage/files/ab/x', size: text.length, sha256: sha256(text) })

test('SharedFileStore.add stores a file once, named after its SHA-256 and readable only by the owner', async () => {
  const shared = SharedFileStore.beside(join(await aFolder(), 'site.tar.gz'))
  expect(await shared.names()).toEqual([])
  for (const _ of [1, 2]) {
    expect(await shared.add(bytes('an inst', 'aller'))).toEqual({ sha256: sha256('an installer'), size: 12 })
  }
  expect(await readdir(shared.folder)).toEqual([sha256('an installer')])
  const path = join(shared.folder, sha256('an installer'))
  expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual(['an installer', 0o600])
  expect((await stat(shared.folder)).mode & 0o777).toBe(0o700)
})

test('SharedFileStore.add leaves no file when the source stream throws', async () => {
  const shared = new SharedFileStore(await aFolder())
  await expect(shared.add(breakingOff())).rejects.toThrow('the connection broke')
  expect(await readdir(shared.folder)).toEqual([])
})

test('SharedFileStore.intact omits a damaged file, and SharedFileStore.add replaces it', async () => {
  const shared = new SharedFileStore(await aFolder())
  await shared.add(bytes('one'))
  await shared.add(bytes('two'))
  await writeFile(join(shared.folder, sha256('one')), 'on')
  expect(await shared.intact()).toEqual([sha256('two')])
  await shared.add(bytes('one'))
  expect(await shared.intact()).toEqual([sha256('one'), sha256('two')].toSorted())
})

test('SharedFileStore.read streams a file, and rejects a missing or damaged one with its path', async () => {
  const shared = new SharedFileStore(await aFolder())
  await shared.add(bytes('one'))
  const read: string[] = []
  await shared.read('a.tar.gz', facts('one'), async (piece) => read.push(Buffer.from(piece).toString()))
  expect(read.join('')).toBe('one')
  await expect(shared.read('a.tar.gz', { ...facts('one'), size: 4 })).rejects.toThrow('which is damaged')
  await writeFile(join(shared.folder, sha256('two')), 'tow')
  await expect(shared.read('a.tar.gz', facts('two'))).rejects.toMatchObject({
    code: 'bad_archive',
    message: `a.tar.gz is not a complete backup: it refers to ${join(shared.folder, sha256('two'))}, which is damaged.`,
  })
  await expect(shared.read('a.tar.gz', facts('three'))).rejects.toMatchObject({
    message: `a.tar.gz is not a complete backup: it refers to ${join(shared.folder, sha256('three'))}, which is missing.`,
    hint: expect.stringContaining('Put the folder “files” of the backups beside the archive'),
  })
})

test('SharedFileStore.read does not hash a verified file again unless its content is requested', async () => {
  const shared = new SharedFileStore(await aFolder())
  await shared.add(bytes('one'))
  await shared.intact()
  await writeFile(join(shared.folder, sha256('one')), 'eno')
  await shared.read('a.tar.gz', facts('one'))
  await expect(shared.read('a.tar.gz', facts('one'), async () => {})).rejects.toThrow('which is damaged')
  await writeFile(join(shared.folder, sha256('one')), 'on')
  await expect(shared.read('a.tar.gz', facts('one'))).rejects.toThrow('which is damaged')
})

test('SharedFileStore does not list .part files, and removeUnfinished deletes those older than the given time', async () => {
  const shared = new SharedFileStore(await aFolder())
  await writeFile(join(shared.folder, '0a1b2c3d.part'), 'old')
  await writeFile(join(shared.folder, '4e5f6a7b.part'), 'being written')
  await utimes(join(shared.folder, '0a1b2c3d.part'), 1000, 1000)
  expect([await shared.names(), await shared.intact()]).toEqual([[], []])
  await shared.removeUnfinished(2000 * 1000)
  expect(await readdir(shared.folder)).toEqual(['4e5f6a7b.part'])
})
