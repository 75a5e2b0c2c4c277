import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { listIntactFiles, listSharedFiles, readSharedFile } from './shared-files.ts'

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
const facts = (content: string) => ({ path: 'storage/files/ab/x', size: content.length, sha256: sha256(content) })

/** Creates a folder with archives whose shared files are `one`, `two` that is damaged, and one that is being written. */
async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shared-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'files'))
  const files = { [sha256('one')]: 'one', [sha256('two')]: 'tow', [`${sha256('three')}.0a1b2c3d.part`]: 'th' }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, 'files', name), content)
  return folder
}

test('listSharedFiles includes damaged files, and listIntactFiles omits them', async () => {
  const folder = await aFolder()
  expect(await listSharedFiles(folder)).toEqual([sha256('one'), sha256('two')].toSorted())
  expect(await listIntactFiles(folder)).toEqual([sha256('one')])
  expect(await listIntactFiles('/nowhere')).toEqual([])
})

test('readSharedFile yields the bytes of a shared file, and throws an error with the path of a missing or damaged file', async () => {
  const folder = await aFolder()
  const archive = join(folder, 'a.tar.gz')
  expect(await text(readSharedFile(archive, facts('one')))).toBe('one')
  await expect(text(readSharedFile(archive, { ...facts('one'), size: 4 }))).rejects.toThrow('which is damaged')
  await expect(text(readSharedFile(archive, facts('two')))).rejects.toMatchObject({
    code: 'bad_archive',
    message: `${archive} is not a complete backup: it refers to ${join(folder, 'files', sha256('two'))}, which is damaged.`,
  })
  await expect(text(readSharedFile(archive, facts('four')))).rejects.toMatchObject({
    message: `${archive} is not a complete backup: it refers to ${join(folder, 'files', sha256('four'))}, which is missing.`,
    hint: expect.stringContaining('Put the folder “files” of the backups beside the archive'),
  })
})
