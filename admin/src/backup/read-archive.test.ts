import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BACKUP_FORMAT } from '@site/contract/backup-manifest'
import { packTar, type TarEntry } from 'modern-tar'
import { expect, onTestFinished, test } from 'vitest'
import { readArchive } from './read-archive.ts'

type Named = { path: string; size: number; sha256: string; external?: true }

function facts(path: string, text: string): Named {
  return { path, size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
}

function fileEntry(name: string, text: string): TarEntry {
  return { header: { name, size: Buffer.byteLength(text), type: 'file' }, body: text }
}

function manifestEntry(files: readonly Named[], format: number = BACKUP_FORMAT): TarEntry {
  const manifest = { format, takenAt: '2026-03-05T10:00:00Z', database: '18.3', keysElsewhere: [], files }
  return fileEntry('manifest.json', JSON.stringify(manifest))
}

async function reading(entries: readonly TarEntry[], shared: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'archive.tar.gz')
  await writeFile(file, gzipSync(await packTar(entries)))
  if (Object.keys(shared).length > 0) await mkdir(join(folder, 'files'))
  for (const [name, text] of Object.entries(shared)) await writeFile(join(folder, 'files', name), text)
  const target = join(folder, 'target')
  return { folder, manifest: readArchive(file, target, () => {}) }
}

test('readArchive unpacks a backup archive whose files match its manifest', async () => {
  const { folder, manifest } = await reading([
    fileEntry('mail/a.eml', 'Hello'),
    manifestEntry([facts('mail/a.eml', 'Hello')]),
  ])
  expect(await manifest).toMatchObject({ database: '18.3' })
  expect(await readdir(join(folder, 'target'), { recursive: true })).toEqual(['mail', 'mail/a.eml'])
})

test('readArchive rejects a backup archive with path traversal or a symlink, and writes no file', async () => {
  for (const name of ['../out', 'a/../../out', '/etc/out', 'a\\..\\out', 'c:/out', './out', 'a//out']) {
    const { folder, manifest } = await reading([fileEntry(name, 'x'), manifestEntry([facts(name, 'x')])])
    await expect(manifest, name).rejects.toThrow('leads elsewhere')
    expect(await readdir(folder), name).toEqual(['archive.tar.gz'])
  }
  const link: TarEntry = { header: { name: 'link', size: 0, type: 'symlink', linkname: '/etc/passwd' } }
  await expect((await reading([link, manifestEntry([])])).manifest).rejects.toThrow('holds a symlink')
})

test('readArchive rejects a backup archive that is truncated inside a file or inside its manifest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // The file is larger than the reader's read-ahead buffer, so the truncation is only found after the file's header was parsed.
  const text = randomBytes(1 << 19).toString('base64')
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

test('readArchive rejects a backup archive whose manifest is missing, is of an unknown format or does not match its files', async () => {
  const hello = fileEntry('a', 'Hello')
  const cases: [string, TarEntry[]][] = [
    ['its end is missing', [hello]],
    ['a is missing', [manifestEntry([facts('a', 'Hello')])]],
    ['a is damaged', [hello, manifestEntry([facts('a', 'Hullo')])]],
    ['its manifest does not name', [hello, manifestEntry([])]],
    ['something follows its end', [manifestEntry([]), hello]],
    ['another version', [hello, manifestEntry([facts('a', 'Hello')], BACKUP_FORMAT + 1)]],
  ]
  for (const [reason, entries] of cases) await expect((await reading(entries)).manifest, reason).rejects.toThrow(reason)
})

test('readArchive copies a file stored outside the archive into the target, and rejects path traversal in its path', async () => {
  for (const [path, refusal] of [
    ['storage/files/a', null],
    ['../out', 'leads elsewhere'],
    ['/etc/out', 'leads elsewhere'],
  ] as const) {
    const entry: Named = { ...facts(path, 'Hello'), external: true }
    const { folder, manifest } = await reading([manifestEntry([entry])], { [entry.sha256]: 'Hello' })
    if (refusal === null) {
      expect(await manifest).toMatchObject({ files: [entry] })
      expect(await readFile(join(folder, 'target', path), 'utf8')).toBe('Hello')
    } else {
      await expect(manifest, path).rejects.toThrow(refusal)
      expect((await readdir(folder)).toSorted(), path).toEqual(['archive.tar.gz', 'files'])
    }
  }
})

test('readArchive rejects a missing or damaged external file, when unpacking and when only checking the archive', async () => {
  const entry: Named = { ...facts('storage/files/a', 'Hello'), external: true }
  for (const [shared, reason] of [
    [{}, 'is missing'],
    [{ [entry.sha256]: 'Hullo' }, 'is damaged'],
    [{ [entry.sha256]: 'Hell' }, 'is damaged'],
  ] as const) {
    const { folder, manifest } = await reading([manifestEntry([entry])], shared)
    await expect(manifest).rejects.toThrow(`files/${entry.sha256}, which ${reason}`)
    const checked = readArchive(join(folder, 'archive.tar.gz'), null, () => {})
    await expect(checked).rejects.toThrow(`files/${entry.sha256}, which ${reason}`)
  }
})
