import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar, type TarEntry } from 'modern-tar'
import { expect, onTestFinished, test } from 'vitest'
import { readArchive } from './read-archive.ts'

type Named = { path: string; size: number; sha256: string }

function facts(path: string, text: string): Named {
  return { path, size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
}

function fileEntry(name: string, text: string): TarEntry {
  return { header: { name, size: Buffer.byteLength(text), type: 'file' }, body: text }
}

function manifestEntry(files: readonly Named[], format = 1): TarEntry {
  const manifest = { format, takenAt: '2026-03-05T10:00:00Z', database: '18.3', keysElsewhere: [], files }
  return fileEntry('manifest.json', JSON.stringify(manifest))
}

async function reading(entries: readonly TarEntry[]) {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'archive.tar.gz')
  await writeFile(file, gzipSync(await packTar(entries)))
  const target = join(folder, 'target')
  return { folder, manifest: readArchive(file, target, () => {}) }
}

test('an archive whose files are those of its manifest is read', async () => {
  const { folder, manifest } = await reading([
    fileEntry('mail/a.eml', 'Hello'),
    manifestEntry([facts('mail/a.eml', 'Hello')]),
  ])
  expect(await manifest).toMatchObject({ database: '18.3' })
  expect(await readdir(join(folder, 'target'), { recursive: true })).toEqual(['mail', 'mail/a.eml'])
})

test('a path that leads elsewhere and anything but files and folders are refused, and write nothing', async () => {
  for (const name of ['../out', 'a/../../out', '/etc/out', 'a\\..\\out', 'c:/out', './out', 'a//out']) {
    const { folder, manifest } = await reading([fileEntry(name, 'x'), manifestEntry([facts(name, 'x')])])
    await expect(manifest, name).rejects.toThrow('leads elsewhere')
    expect(await readdir(folder), name).toEqual(['archive.tar.gz'])
  }
  const link: TarEntry = { header: { name: 'link', size: 0, type: 'symlink', linkname: '/etc/passwd' } }
  await expect((await reading([link, manifestEntry([])])).manifest).rejects.toThrow('holds a symlink')
})

test('an archive that breaks off is refused with its reason, wherever it does: in a file, in its manifest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const text = randomBytes(1 << 19).toString('base64') // more than what is read ahead: its bytes end after its header was handed on
  for (const name of ['a', 'manifest.json']) {
    const bytes = gzipSync(await packTar([fileEntry(name, text)]))
    const file = join(folder, `${name}.tar.gz`)
    await writeFile(file, bytes.subarray(0, bytes.length - 100))
    const refused = readArchive(file, join(folder, name), () => {})
    await expect(refused, name).rejects.toMatchObject({
      code: 'bad_archive',
      message: expect.stringMatching('end of file.$'),
    })
  }
})

test('what is missing, damaged, unnamed, unfinished or of another format is refused', async () => {
  const hello = fileEntry('a', 'Hello')
  const cases: [string, TarEntry[]][] = [
    ['its end is missing', [hello]],
    ['a is missing', [manifestEntry([facts('a', 'Hello')])]],
    ['a is damaged', [hello, manifestEntry([facts('a', 'Hullo')])]],
    ['its manifest does not name', [hello, manifestEntry([])]],
    ['something follows its end', [manifestEntry([]), hello]],
    ['a newer program', [hello, manifestEntry([facts('a', 'Hello')], 2)]],
  ]
  for (const [reason, entries] of cases) await expect((await reading(entries)).manifest, reason).rejects.toThrow(reason)
})
