import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { lchown, mkdir, open, readdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ERASED_LIST_FILE_NAME, formatErasedList, mergeErasedLists } from '@site/contract/erased-list'
import { defineCommand } from '../command.ts'
import { CommandFailure, createFileFailure } from '../failures.ts'
import { ADD_YES_HINT, PREVIEW_ONLY_EXIT_CODE, YES_OPTION } from '../options.ts'
import { readErasedListFile } from '../privacy/erased-list.ts'
import { resolveBackupFolder, resolveDataFolder } from '../settings.ts'
import { registerSignalCleanup } from '../signal-cleanup.ts'
import { formatLocalDateTime, pluralise } from '../view/text.ts'
import { writeAtomically } from '../write-atomically.ts'
import { flushFolder } from './flush-folder.ts'
import { isFolderLocked } from './folder-lock.ts'
import { readArchive } from './read-archive.ts'

export const restoreCommand = defineCommand({
  kind: 'writes',
  isRecorded: false,
  summary: 'restore a backup into an empty DATA_DIR while the server is stopped',
  args: ['archive'],
  options: {
    erased: {
      type: 'string',
      value: 'FILE',
      help: `the list of people erased since (${ERASED_LIST_FILE_NAME} beside the archive)`,
    },
    replace: { type: 'boolean', help: 'if DATA_DIR holds data, rename that folder first' },
    ...YES_OPTION,
  },
  examples: [
    'restore backups/site-2026-03-05T04-00-00Z.tar.gz --yes',
    'restore backups/site-2026-03-05T04-00-00Z.tar.gz --replace --yes',
  ],
  async run({ args, options }, tools) {
    if (tools.env['DATABASE_URL']?.trim()) {
      throw new CommandFailure(
        'not_here',
        'DATABASE_URL is set: the server would not use a restored embedded database.',
      )
    }
    const archive = resolve(args.archive)
    const { size } = await stat(archive).catch((cause: unknown) => {
      throw createFileFailure(args.archive, cause)
    })
    // For a unit with `DynamicUser=`, systemd makes the state directory a symlink into /var/lib/private. The restore therefore
    // replaces the symlink's target.
    const target = await realpath(resolveDataFolder(tools.env)).catch(() => resolveDataFolder(tools.env))
    const isUsed = await holdsData(target)
    if (isUsed && !options.replace) {
      throw new CommandFailure('folder_in_use', `${target} holds data already. Nothing was changed.`, {
        hint: 'Name an empty folder with DATA_DIR=…, or add --replace to set the old data aside.',
      })
    }
    if (isUsed && isFolderLocked(target)) {
      throw new CommandFailure('folder_in_use', `A server is running on ${target}. Nothing was changed.`, {
        hint: 'Stop it first.',
      })
    }
    const people = await findErased(archive, options.erased, target)
    if (!options.yes) {
      const checking = tools.progress('Checking', size)
      const { files, takenAt } = await readArchive(archive, null, checking.advance)
      checking.done()
      const place = isUsed
        ? `${target} would be renamed, and the backup put in its place; nothing is deleted.`
        : `The backup would be put into ${target}.`
      const text = `The backup of ${formatLocalDateTime(takenAt)} is complete: ${pluralise(files.length, 'file')}, every one checked.\n${place}\n${ADD_YES_HINT}`
      return { data: { done: false, target, takenAt }, text, exitCode: PREVIEW_ONLY_EXIT_CODE }
    }

    // An existing empty data folder may be a mount point, which cannot be replaced by renaming. The archive is therefore unpacked into a
    // subfolder of the data folder, and its files are then moved up.
    const mark = `restoring-${randomUUID().slice(0, 8)}`
    const isThere = !isUsed && (await stat(target).catch(() => null)) !== null
    const unpacked = isThere ? join(target, mark) : `${target}.${mark}`
    const progress = tools.progress('Restoring', size)
    using stopped = registerSignalCleanup(() => rmSync(unpacked, { recursive: true, force: true, maxRetries: 9 }))
    try {
      await mkdir(unpacked, { recursive: true, mode: 0o700 })
      const manifest = await readArchive(archive, unpacked, progress.advance)
      if (people.length > 0)
        await writeAtomically(join(unpacked, ERASED_LIST_FILE_NAME), text(formatErasedList(people)))
      if (isUsed || isThere) await giveTo(await stat(target), unpacked)
      await flushFolder(unpacked)
      // From here on, the data is moved into place. The clean-up that runs on a signal would delete it, so that clean-up is cancelled.
      stopped[Symbol.dispose]()
      const aside = isUsed ? `${target}.before-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z` : null
      if (isThere) await moveUp(unpacked, target)
      else await replaceDatabaseFolder(unpacked, target, aside)
      progress.done()
      const lines = [
        `Restored the backup of ${formatLocalDateTime(manifest.takenAt)} into ${target} (${pluralise(manifest.files.length, 'file')}, every one checked).`,
        ...(aside === null ? [] : [`The data that was there is now in ${aside}.`]),
        ...(people.length === 0
          ? ['No list of erased people was found: people erased since that backup are stored again.']
          : [`The erased people are erased again when the server starts (${people.length} on the list).`]),
        ...(manifest.keysElsewhere.length === 0
          ? []
          : [`Set again in the environment: ${manifest.keysElsewhere.join(', ')}.`]),
        'Start the server now.',
      ]
      return {
        data: { done: true, target, aside, takenAt: manifest.takenAt, erased: people.length },
        text: lines.join('\n'),
      }
    } catch (error) {
      await rm(unpacked, { recursive: true, force: true })
      throw error instanceof CommandFailure ? error : createFileFailure(target, error)
    }
  },
})

/**
 * Merges the lists of erased people: the list given with `--erased` (default: beside the archive), and those in ./backups and in the
 * data folder that the restore replaces. The latter two may contain later erasures.
 */
async function findErased(archive: string, named: string | undefined, target: string) {
  const beside = join(dirname(archive), ERASED_LIST_FILE_NAME)
  const others = [join(resolveBackupFolder(undefined), ERASED_LIST_FILE_NAME), join(target, ERASED_LIST_FILE_NAME)]
  return mergeErasedLists(
    await readErasedListFile(named ?? beside, named === undefined),
    ...(await Promise.all(others.map((file) => readErasedListFile(file, true)))),
  )
}

async function holdsData(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return false
    throw createFileFailure(folder, cause)
  }
}

/**
 * Changes the owner of the unpacked files to the owner of the folder that they replace, because root runs the restore and the server
 * runs as another user.
 */
async function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): Promise<void> {
  if (process.getuid?.() !== 0 || (uid === 0 && gid === 0)) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), uid, gid)
  await lchown(folder, uid, gid)
}

/** Replaces the data folder by renaming, so that an interruption leaves either the old data or the new data, never a mixture. */
async function replaceDatabaseFolder(unpacked: string, target: string, aside: string | null): Promise<void> {
  if (aside !== null) await rename(target, aside)
  await rename(unpacked, target)
  await syncFolder(dirname(target))
}

/**
 * Moves the unpacked files into the existing data folder, the database last. If the move is interrupted, the server finds no
 * database and creates an empty one instead of starting with a partial one. A second restore then rejects the folder because of the
 * files that were already moved.
 */
async function moveUp(unpacked: string, target: string): Promise<void> {
  const names = await readdir(unpacked)
  for (const name of names.sort((a, b) => Number(a === 'database') - Number(b === 'database'))) {
    await rename(join(unpacked, name), join(target, name))
  }
  await rmdir(unpacked)
  await syncFolder(target)
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

async function* text(whole: string): AsyncGenerator<string> {
  yield whole
}
