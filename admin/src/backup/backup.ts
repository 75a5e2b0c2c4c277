import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupManifest } from '@site/contract/backup-manifest'
import { type CommandContext, type CommandResult, defineCommand } from '../command.ts'
import { CommandFailure, createFileFailure } from '../failures.ts'
import { parseCountOption } from '../options.ts'
import { BACKUP_FOLDER_OPTION } from '../privacy/erase.ts'
import { updateErasedList } from '../privacy/erased-list.ts'
import { resolveBackupFolder } from '../settings.ts'
import type { SiteClient } from '../site.ts'
import { formatSize, pluralise } from '../view/text.ts'
import { writeAtomically } from '../write-atomically.ts'
import { deleteOldArchives, removeStalePartFiles, removeUnreferencedFiles } from './delete-old-files.ts'
import { readArchive } from './read-archive.ts'
import { requestBackupArchive } from './request-archive.ts'
import { moveLargeFilesToSharedStore } from './share-large-files.ts'
import { SharedFileStore } from './shared-files.ts'

export const backupCommand = defineCommand({
  kind: 'writes',
  recording: 'attempted',
  summary: 'back up everything the server stores and check the copy; the server keeps running',
  options: {
    ...BACKUP_FOLDER_OPTION,
    keep: { type: 'string', value: 'N', help: 'afterwards, delete all but the N newest backups in the folder' },
    to: {
      type: 'string',
      value: 'FILE',
      help: 'write one self-contained archive here instead; - writes to stdout, for an encryption program',
    },
  },
  examples: ['backup', 'backup --backups /mnt/backups --keep 14', 'backup --to - | age -r RECIPIENT > site.tar.gz.age'],
  async run({ options }, tools) {
    const keep = parseCountOption('--keep', options.keep, {
      least: 1,
      most: 10_000,
      otherwise: Number.POSITIVE_INFINITY,
    })
    if (options.keep !== undefined && options.to !== undefined) {
      throw new CommandFailure('usage', '--keep counts the backups of a folder, and --to writes one file elsewhere.')
    }
    const site = await tools.site()
    const folder = resolveBackupFolder(options.backups)
    if (options.to === '-') return toOutput(site, folder, tools)
    return options.to === undefined ? intoFolder(site, folder, keep, tools) : toFile(site, folder, options.to, tools)
  },
})

async function toOutput(site: SiteClient, folder: string, tools: CommandContext): Promise<null> {
  const archive = await requestBackupArchive(site)
  const receiving = tools.progress('Receiving', null)
  for await (const chunk of counting(archive, receiving.advance)) await tools.write(chunk)
  receiving.done()
  await updateErasedList(site, folder)
  return null
}

async function toFile(site: SiteClient, folder: string, file: string, tools: CommandContext): Promise<CommandResult> {
  const archive = await requestBackupArchive(site)
  const receiving = tools.progress('Receiving', null)
  await writeAtomically(file, counting(archive, receiving.advance))
  receiving.done()
  const { manifest, size } = await check(file, SharedFileStore.beside(file), tools)
  return toAnswer(site, { file, folder, size, manifest, lines: [], data: { deleted: [] } })
}

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
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw createFileFailure(folder, cause)
  })
  const file = join(folder, `site-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`)
  const shared = SharedFileStore.beside(file)
  const have = await shared.intact()
  const archive = await requestBackupArchive(site, have)
  const receiving = tools.progress('Receiving', null)
  await writeAtomically(file, moveLargeFilesToSharedStore(file, archive, shared, receiving.advance))
  receiving.done()
  const { manifest, size } = await check(file, shared, tools)

  const external = [
    ...new Map(manifest.files.filter((each) => each.external).map((each) => [each.sha256, each])).values(),
  ]
  const added = external.filter(({ sha256 }) => !have.includes(sha256)).length
  const bytes = external.reduce((sum, each) => sum + each.size, 0)
  const deleted = await deleteOldArchives(folder, keep)
  await removeStalePartFiles(folder, shared)
  const unreferenced =
    keep === Number.POSITIVE_INFINITY ? NOTHING : await removeUnreferencedFiles(folder, shared, manifest)
  const lines = [
    ...(external.length === 0
      ? []
      : [
          `It shares ${pluralise(external.length, 'large file')} (${formatSize(bytes)}, ${added} new) in ${shared.folder}: keep that folder with it.`,
        ]),
    ...(deleted.length === 0 ? [] : [`Deleted: ${deleted.join(', ')}.`]),
    ...(unreferenced.deleted.length === 0
      ? []
      : [`Deleted: ${pluralise(unreferenced.deleted.length, 'large file')} that no backup needs any longer.`]),
    ...(unreferenced.unreadable === null
      ? []
      : [
          `${join(folder, unreferenced.unreadable)} cannot be read, so no large file was deleted: it may refer to any.`,
        ]),
  ]
  const data = { shared: { files: external.length, size: bytes, added }, deleted, deletedFiles: unreferenced.deleted }
  return toAnswer(site, { file, folder, size, manifest, lines, data })
}

async function* counting(bytes: AsyncIterable<Uint8Array>, advance: (bytes: number) => void) {
  for await (const chunk of bytes) {
    advance(chunk.length)
    yield chunk
  }
}

const NOTHING = { deleted: [], unreadable: null }

/**
 * Verifies an archive by reading it back, and deletes the archive when it is damaged. Otherwise, rotation would count the damaged
 * archive as a good backup.
 */
async function check(
  file: string,
  shared: SharedFileStore,
  tools: CommandContext,
): Promise<{ manifest: BackupManifest; size: number }> {
  const { size } = await stat(file)
  const checking = tools.progress('Checking', size)
  try {
    const manifest = await readArchive(file, null, checking.advance, shared)
    checking.done()
    return { manifest, size }
  } catch (cause) {
    await rm(file, { force: true })
    if (!(cause instanceof CommandFailure)) throw cause
    throw new CommandFailure('bad_archive', `${cause.message} It was removed again.`, { hint: 'Try again.', cause })
  }
}

type BackupResult = {
  file: string
  folder: string
  size: number
  manifest: BackupManifest
  lines: readonly string[]
  data: Record<string, unknown>
}

async function toAnswer(
  site: SiteClient,
  { file, folder, size, manifest, lines, data }: BackupResult,
): Promise<CommandResult> {
  const erased = await updateErasedList(site, folder)
  const { takenAt, files, keysElsewhere } = manifest
  const text = [
    `${file}: ${pluralise(files.length, 'file')}, ${formatSize(size)}, every one checked.`,
    ...lines,
    ...keyNotes(keysElsewhere),
    ...(erased.count === 0 ? [] : [`Keep ${erased.file} with it: it lists the people who were erased.`]),
  ].join('\n')
  return { data: { file, size, takenAt, files: files.length, keysElsewhere, ...data }, text }
}

function keyNotes(keysElsewhere: readonly string[]): string[] {
  return keysElsewhere.length === 0
    ? []
    : [`Not in it, because it is in the server’s environment: ${keysElsewhere.join(', ')}. Keep that yourself.`]
}
