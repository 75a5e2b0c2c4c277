import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ERASED_LIST_FILE_NAME, type ErasedPerson } from '@site/contract/erased-list'
import { failWithFile } from '../failures.ts'
import { findErasedListFile, readErasedListFile } from '../privacy/erased-list.ts'
import { formatLocalDateTime, pluralise } from '../view/text.ts'
import { readArchive } from './read-archive.ts'

/** What was unpacked: its description, which follows “Restored”, the time of the copy, and the secrets that are not in it. */
export type UnpackedData = { what: string; takenAt: string; keysElsewhere: readonly string[] }

/** Where a restore gets the data from: a backup archive, or a store to which the server ships. */
export type RestoreSource = {
  /** The size of the data in bytes, for the progress bar. */
  size: number
  /** The time whose state the database is recovered to; null for the last state. */
  until: Date | null
  /** The list of erased people that is stored with the data, or that `--erased` names; null when there is none. */
  erased: readonly ErasedPerson[] | null
  /** Checks whether the data can be restored and describes it, without writing a file. */
  check(advance: (amount: number) => void): Promise<{ takenAt: string; text: string }>
  /** Writes the data into an empty folder. PostgreSQL then recovers the database. */
  unpack(folder: string, advance: (amount: number) => void): Promise<UnpackedData>
  /** Writes the stored files with these versions that `unpack` has not written and that the source has. */
  addFiles(folder: string, versions: ReadonlySet<string>): Promise<void>
}

/** Opens a backup archive. The list of erased people is the file `erased`, by default beside the archive. */
export async function openArchiveSource(given: string, erased: string | undefined): Promise<RestoreSource> {
  const archive = resolve(given)
  const { size } = await stat(archive).catch(failWithFile(given))
  const beside = join(dirname(archive), ERASED_LIST_FILE_NAME)
  return {
    size,
    until: null,
    erased: erased === undefined ? findErasedListFile(beside) : readErasedListFile(erased),
    async check(advance) {
      const { files, takenAt } = await readArchive(archive, null, advance)
      const count = pluralise(files.length, 'file')
      const text = `The backup of ${formatLocalDateTime(takenAt)} is complete: ${count}, every one checked.`
      return { takenAt, text }
    },
    async unpack(folder, advance) {
      const { takenAt, keysElsewhere } = await readArchive(archive, folder, advance)
      return { what: `the backup of ${formatLocalDateTime(takenAt)}`, takenAt, keysElsewhere }
    },
    addFiles: () => Promise.resolve(),
  }
}
