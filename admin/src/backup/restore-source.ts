import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ERASED_LIST_FILE_NAME, type ErasedPerson } from '@site/contract/erased-list'
import { createFileFailure } from '../failures.ts'
import { readErasedListFile } from '../privacy/erased-list.ts'
import { formatLocalDateTime, pluralise } from '../view/text.ts'
import { readArchive } from './read-archive.ts'

/** What a restore has put into DATA_DIR. `summary` completes the sentence “Restored …”; its `%s` stands for DATA_DIR. */
export type RestoredState = { summary: string; takenAt: string; keysElsewhere: readonly string[] }

/** Where a restore gets the data from: a backup archive, or a place to which the server ships. */
export type RestoreSource = {
  /** The size of the data in bytes, for the progress bar. */
  size: number
  /** The list of erased people that is stored with the data, or that `--erased` names. */
  erased: readonly ErasedPerson[]
  /** Checks whether the data can be restored and describes it, without writing a file. */
  check(advance: (amount: number) => void): Promise<{ takenAt: string; text: string }>
  /** Writes the data into an empty folder. */
  unpack(folder: string, advance: (amount: number) => void): Promise<RestoredState>
}

/** Opens a backup archive. The list of erased people is the file `erased`, by default beside the archive. */
export async function openArchiveSource(given: string, erased: string | undefined): Promise<RestoreSource> {
  const archive = resolve(given)
  const { size } = await stat(archive).catch((cause: unknown) => {
    throw createFileFailure(given, cause)
  })
  const beside = join(dirname(archive), ERASED_LIST_FILE_NAME)
  return {
    size,
    erased: await readErasedListFile(erased ?? beside, erased === undefined),
    async check(advance) {
      const { files, takenAt } = await readArchive(archive, null, advance)
      const count = pluralise(files.length, 'file')
      return {
        takenAt,
        text: `The backup of ${formatLocalDateTime(takenAt)} is complete: ${count}, every one checked.`,
      }
    },
    async unpack(folder, advance) {
      const { files, takenAt, keysElsewhere } = await readArchive(archive, folder, advance)
      const count = pluralise(files.length, 'file')
      return {
        takenAt,
        keysElsewhere,
        summary: `the backup of ${formatLocalDateTime(takenAt)} into %s (${count}, every one checked)`,
      }
    },
  }
}
