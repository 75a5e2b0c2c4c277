import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod, mkdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDataFolderLocked } from '@site/backend/database/folder-lock'
import { ERASED_LIST_FILE_NAME, type ErasedPerson, formatErasedList } from '@site/contract/erased-list'
import { RESTORE_RECORD_FILE_NAME, type RestoreRecord } from '@site/contract/restore-record'
import { describeAct } from '../audit/describe-act.ts'
import { resolveOperatorName } from '../audit/record-act.ts'
import { type Command, type CommandContext, defineCommand, REASON_OPTION } from '../command.ts'
import { CommandFailure, createFileFailure } from '../failures.ts'
import { createPreview, YES_OPTION } from '../options.ts'
import { describeErasedList, findErasedListFile, mergeFoundLists } from '../privacy/erased-list.ts'
import { resolveBackupFolder, resolveDataFolder } from '../settings.ts'
import { registerSignalCleanup } from '../signal-cleanup.ts'
import { formatLocalDateTime, pluralise } from '../view/text.ts'
import { writeAtomically } from '../write-atomically.ts'
import { openShippedSource } from './point-in-time/shipped-source.ts'
import { flushFolder, giveTo, holdsData, moveUp, replaceDataFolder } from './put-in-place.ts'
import { findMissingFiles, recoverDatabase } from './recover-database.ts'
import { openArchiveSource, type RestoreSource } from './restore-source.ts'

/** The maximum number of missing files that a message names. */
const NAMED_MAX = 20

type RestoreOptions = { to: string | undefined; from: string | undefined; erased: string | undefined }

export const restoreCommand: Command = defineCommand({
  kind: 'writes',
  recording: 'none',
  summary: 'restore a backup, or the state of a second, into an empty DATA_DIR while the server is stopped',
  args: ['archive?'],
  options: {
    to: {
      type: 'string',
      value: 'TIME',
      help: 'instead of an archive: the state of this time, such as 2026-03-05T12:34:56Z, or latest',
    },
    from: { type: 'string', value: 'PLACE', help: 'with --to: a folder or s3://bucket/prefix (SHIP_TO)' },
    erased: {
      type: 'string',
      value: 'FILE',
      help: `the list of people erased since (${ERASED_LIST_FILE_NAME} beside the archive)`,
    },
    replace: { type: 'boolean', help: 'if DATA_DIR holds data, rename that folder first' },
    'without-missing-files': { type: 'boolean', help: 'restore although stored files are missing' },
    reason: REASON_OPTION,
    ...YES_OPTION,
  },
  page: { reason: 'It replaces the whole database while the server is stopped.' },
  examples: [
    'restore backups/site-2026-03-05T04-00-00Z.tar.gz --yes',
    'restore backups/site-2026-03-05T04-00-00Z.tar.gz --replace --yes',
    'restore --to 2026-03-05T12:34:56Z --from /mnt/shipped --yes',
  ],
  async run({ args, options }, tools) {
    if (tools.env['DATABASE_URL']?.trim()) {
      throw new CommandFailure('not_here', 'DATABASE_URL is set: the server would not use the restored database.')
    }
    const source = await openSource(args.archive, options, tools)
    // For a unit with `DynamicUser=`, systemd makes the state directory a symlink into /var/lib/private. The restore therefore
    // replaces the symlink's target.
    const target = await realpath(resolveDataFolder(tools.env)).catch(() => resolveDataFolder(tools.env))
    const isUsed = await holdsData(target)
    if (isUsed && !options.replace) {
      throw new CommandFailure('folder_in_use', `${target} holds data already. Nothing was changed.`, {
        hint: 'Name an empty folder with DATA_DIR=…, or add --replace to set the old data aside.',
      })
    }
    if (isUsed && isDataFolderLocked(target)) {
      throw new CommandFailure('folder_in_use', `A server is running on ${target}. Nothing was changed.`, {
        hint: 'Stop it first.',
      })
    }
    const people = findErased(source, target)
    const record: RestoreRecord = {
      at: new Date().toISOString(),
      who: resolveOperatorName(undefined, tools.env),
      ...describeAct(restoreCommand, { args, options }),
    }
    if (!options.yes) {
      const checking = tools.progress('Checking', source.size)
      const { takenAt, text } = await source.check(checking.advance)
      checking.done()
      const what = options.to === undefined ? 'backup' : 'state'
      const place = isUsed
        ? `${target} would be renamed, and the ${what} put in its place; nothing is deleted.`
        : `The ${what} would be put into ${target}.`
      return createPreview({ target, takenAt }, `${text}\n${place}`)
    }

    // An existing empty data folder may be a mount point, which cannot be replaced by renaming. The archive is therefore unpacked into a
    // subfolder of the data folder, and its files are then moved up.
    const mark = `restoring-${randomUUID().slice(0, 8)}`
    const isThere = !isUsed && (await stat(target).catch(() => null)) !== null
    const unpacked = isThere ? join(target, mark) : `${target}.${mark}`
    const progress = tools.progress('Restoring', source.size)
    using stopped = registerSignalCleanup(() => rmSync(unpacked, { recursive: true, force: true, maxRetries: 9 }))
    try {
      await mkdir(unpacked, { recursive: true, mode: 0o700 })
      if (isUsed || isThere) await chmod(unpacked, (await stat(target)).mode)
      const { what, takenAt, keysElsewhere } = await source.unpack(unpacked, progress.advance)
      const { lastChange, objects } = await recoverDatabase(unpacked, source.until)
      await source.addFiles(unpacked, new Set(objects.map(({ version }) => version)))
      const missing = await findMissingFiles(unpacked, objects)
      if (missing.length > 0 && !options['without-missing-files']) throw createMissingFilesFailure(missing)
      if (people !== null) await writeAtomically(join(unpacked, ERASED_LIST_FILE_NAME), formatErasedList(people))
      await writeAtomically(join(unpacked, RESTORE_RECORD_FILE_NAME), JSON.stringify(record))
      if (isUsed || isThere) await giveTo(await stat(target), unpacked)
      await flushFolder(unpacked)
      // From here on, the data is moved into place. The clean-up that runs on a signal would delete it, so that clean-up is cancelled.
      stopped[Symbol.dispose]()
      const aside = isUsed ? `${target}.before-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z` : null
      if (isThere) await moveUp(unpacked, target)
      else await replaceDataFolder(unpacked, target, aside)
      progress.done()
      const changedAt = lastChange?.toISOString() ?? takenAt
      const lines = [
        `Restored ${what} into ${target}, with ${pluralise(objects.length - missing.length, 'stored file')}; the last change was made ${formatLocalDateTime(changedAt)}.`,
        ...(missing.length === 0 ? [] : [`Missing stored files: ${listSome(missing)}.`]),
        ...(aside === null ? [] : [`The data that was there is now in ${aside}.`]),
        describeErasedList(people),
        ...(keysElsewhere.length === 0 ? [] : [`Set again in the environment: ${keysElsewhere.join(', ')}.`]),
        'The restored site sends no email and no webhook event until: npm run admin -- resume',
        'Start the server now.',
      ]
      return {
        data: { done: true, target, aside, takenAt: changedAt, missing, erased: people?.length ?? null },
        text: lines.join('\n'),
      }
    } catch (error) {
      await rm(unpacked, { recursive: true, force: true })
      throw error instanceof CommandFailure ? error : createFileFailure(target, error)
    }
  },
})

function openSource(
  archive: string | undefined,
  { to, from, erased }: RestoreOptions,
  { env }: CommandContext,
): Promise<RestoreSource> {
  if (to !== undefined) {
    if (archive !== undefined) throw new CommandFailure('usage', 'restore needs an archive or --to, not both.')
    return openShippedSource({ to, from, erased, env })
  }
  if (from !== undefined) throw new CommandFailure('usage', '--from needs --to TIME.')
  if (archive === undefined) throw new CommandFailure('usage', 'restore needs an archive, or --to TIME.')
  return openArchiveSource(archive, erased)
}

/**
 * Merges the lists of erased people, or returns null when there is none: the list of the source, and the lists in ./backups and in the data folder that the restore replaces.
 * The last two may contain later erasures.
 */
function findErased(source: RestoreSource, target: string): ErasedPerson[] | null {
  const others = [join(resolveBackupFolder(undefined), ERASED_LIST_FILE_NAME), join(target, ERASED_LIST_FILE_NAME)]
  return mergeFoundLists([source.erased, ...others.map(findErasedListFile)])
}

function createMissingFilesFailure(names: readonly string[]): CommandFailure {
  const message = `${pluralise(names.length, 'stored file')} of this state cannot be restored: ${listSome(names)}.`
  const hint = 'Nothing was restored. To restore everything else, add --without-missing-files.'
  return new CommandFailure('bad_archive', message, { hint })
}

function listSome(names: readonly string[]): string {
  return [...names.slice(0, NAMED_MAX), ...(names.length > NAMED_MAX ? ['…'] : [])].join(', ')
}
