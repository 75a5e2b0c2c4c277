import { rmSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { BACKUP_ARCHIVE_NAME, type BackupManifest, SHARED_FILES_FOLDER } from '@site/contract/backup-manifest'
import { type CommandContext, type CommandResult, defineCommand } from '../command.ts'
import { CommandFailure, failWithFile } from '../failures.ts'
import { postOperation } from '../post-operation.ts'
import { BACKUP_FOLDER_OPTION } from '../privacy/erase.ts'
import { updateErasedList } from '../privacy/erased-list.ts'
import { resolveBackupFolder } from '../settings.ts'
import { registerSignalCleanup } from '../signal-cleanup.ts'
import type { SiteClient } from '../site.ts'
import { formatSize, pluralise } from '../view/text.ts'
import { writeAtomically } from '../write-atomically.ts'
import { readArchiveEntries } from './archive-entries.ts'
import { deleteOldArchives, removeStalePartFiles, removeUnreferencedFiles } from './delete-old-files.ts'
import { readArchive } from './read-archive.ts'
import { listIntactFiles } from './shared-files.ts'

export const backupCommand = defineCommand({
  kind: 'writes',
  recording: 'attempted',
  summary: 'back up everything the server stores and check the copy; the server keeps running',
  options: {
    ...BACKUP_FOLDER_OPTION,
    keep: {
      type: 'number',
      value: 'N',
      least: 1,
      most: 10_000,
      help: 'then delete all but the N newest backups in the folder',
    },
    to: {
      type: 'string',
      value: 'FILE',
      help: 'write one self-contained archive here instead; - writes to stdout, for an encryption program',
    },
  },
  page: { without: ['keep'], streams: true },
  examples: ['backup', 'backup --backups /mnt/backups --keep 14', 'backup --to - | age -r RECIPIENT > site.tar.gz.age'],
  async run({ options }, tools) {
    const keep = options.keep ?? Number.POSITIVE_INFINITY
    if (options.keep !== undefined && options.to !== undefined) {
      throw new CommandFailure('usage', '--keep counts the backups of a folder, and --to writes one file elsewhere.')
    }
    const site = await tools.site()
    const folder = resolveBackupFolder(options.backups)
    if (options.to === undefined) return intoFolder(site, folder, keep, tools)
    await receive(tools, async (advance) => {
      const archive = counting(await requestBackupArchive(site), advance)
      if (options.to !== '-') return writeAtomically(options.to ?? '', archive)
      for await (const chunk of archive) await tools.write(chunk)
    })
    if (options.to !== '-')
      return toAnswer(site, folder, options.to, await check(options.to, tools), [], { deleted: [] })
    await updateErasedList(site, folder)
    return null
  },
})

/**
 * Writes a backup archive into a folder, then deletes expired archives. Large files are stored once per folder and shared by its archives;
 * those that no archive references any more are deleted too.
 */
async function intoFolder(
  site: SiteClient,
  folder: string,
  keep: number,
  tools: CommandContext,
): Promise<CommandResult> {
  await mkdir(join(folder, SHARED_FILES_FOLDER), { recursive: true, mode: 0o700 }).catch(failWithFile(folder))
  const file = join(folder, `site-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`)
  const have = await listIntactFiles(folder)
  await receive(tools, (advance) => receiveFiles(site, file, have, advance))
  const manifest = await check(file, tools)

  const external = manifest.files.filter((each) => each.external)
  const shared = [...new Map(external.map((each) => [each.sha256, each])).values()]
  const added = shared.filter(({ sha256 }) => !have.includes(sha256)).length
  const size = shared.reduce((sum, each) => sum + each.size, 0)
  const deleted = await deleteOldArchives(folder, keep)
  await removeStalePartFiles(folder)
  const removed =
    keep === Number.POSITIVE_INFINITY
      ? { deleted: [], unreadable: null }
      : await removeUnreferencedFiles(folder, manifest)
  const lines = [
    shared.length > 0 &&
      `It shares ${pluralise(shared.length, 'large file')} (${formatSize(size)}, ${added} new) in ${join(folder, SHARED_FILES_FOLDER)}: keep that folder with it.`,
    deleted.length > 0 && `Deleted: ${deleted.join(', ')}.`,
    removed.deleted.length > 0 &&
      `Deleted: ${pluralise(removed.deleted.length, 'large file')} that no backup needs any longer.`,
    removed.unreadable !== null &&
      `${join(folder, removed.unreadable)} cannot be read, so no large file was deleted: it may refer to any.`,
  ]
  const data = { shared: { files: shared.length, size, added }, deleted, deletedFiles: removed.deleted }
  return toAnswer(
    site,
    folder,
    file,
    manifest,
    lines.filter((line) => line !== false),
    data,
  )
}

/** Receives the large files that the folder lacks, then the archive. A .part file for the archive shows other backups that this one runs. */
async function receiveFiles(site: SiteClient, file: string, have: string[], advance: (bytes: number) => void) {
  const mark = `${file}.00000000.part`
  using _stopped = registerSignalCleanup(() => rmSync(mark, { force: true }))
  await writeFile(mark, '').catch(failWithFile(file))
  try {
    const source = await requestBackupArchive(site, have)
    for await (const { path, bytes } of readArchiveEntries({ file, source, isCompressed: false, advance }))
      await writeAtomically(path === BACKUP_ARCHIVE_NAME ? file : join(dirname(file), path), bytes)
  } finally {
    await rm(mark, { force: true })
  }
}

async function receive(tools: CommandContext, act: (advance: (bytes: number) => void) => Promise<unknown>) {
  const receiving = tools.progress('Receiving', null)
  await act(receiving.advance)
  receiving.done()
}

async function* counting(bytes: AsyncIterable<Uint8Array>, advance: (bytes: number) => void) {
  for await (const chunk of bytes) {
    advance(chunk.length)
    yield chunk
  }
}

/**
 * Verifies an archive by reading it back, and deletes the archive when it is damaged. Otherwise, rotation would count the damaged
 * archive as a good backup.
 */
async function check(file: string, tools: CommandContext): Promise<BackupManifest> {
  const checking = tools.progress('Checking', (await stat(file)).size)
  try {
    const manifest = await readArchive(file, null, checking.advance)
    checking.done()
    return manifest
  } catch (cause) {
    await rm(file, { force: true })
    if (!(cause instanceof CommandFailure)) throw cause
    throw new CommandFailure('bad_archive', `${cause.message} It was removed again.`, { hint: 'Try again.', cause })
  }
}

async function toAnswer(
  site: SiteClient,
  folder: string,
  file: string,
  { takenAt, files, keysElsewhere }: BackupManifest,
  lines: readonly string[],
  data: Record<string, unknown>,
): Promise<CommandResult> {
  const { size } = await stat(file)
  const erased = await updateErasedList(site, folder)
  const text = [
    `${file}: ${pluralise(files.length, 'file')}, ${formatSize(size)}, every one checked.`,
    ...lines,
    keysElsewhere.length > 0 &&
      `Not in it, because it is in the server’s environment: ${keysElsewhere.join(', ')}. Keep that yourself.`,
    erased.count > 0 && `Keep ${erased.file} with it: it lists the people who were erased.`,
  ]
  return {
    data: { file, size, takenAt, files: files.length, keysElsewhere, ...data },
    text: text.filter((line) => line !== false).join('\n'),
  }
}

/** The maximum number of SHA-256 hashes that the server accepts in one backup request. */
const HAVE_MAX = 10_000

/**
 * Requests a backup from the server: one archive, or with `have` a tar archive of the large files whose SHA-256 is not in `have` and of an
 * archive with everything else. Throws a CommandFailure when the server rejects the request; the stream emits a CommandFailure when the
 * connection breaks.
 */
async function requestBackupArchive(site: SiteClient, have?: readonly string[]): Promise<Readable> {
  const chunks = await postOperation(site, {
    name: 'backup',
    body: have ? { have: have.slice(0, HAVE_MAX) } : null,
    type: have ? 'application/x-tar' : 'application/gzip',
    what: 'The backup',
    missing: `${site.url} makes no backups.`,
  })
  return Readable.from(chunks, { objectMode: false })
}
