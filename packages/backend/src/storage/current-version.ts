import { storageErrors } from './errors.ts'
import type { StorageObjectRow } from './object-store.ts'

/**
 * Calls `use` with the row of an object and returns its result. `use` returns null when the file of the row's version is gone. When the
 * object was replaced after its row was read, the file is removed; `find` then reads the row again and `use` gets the next version. Throws
 * 404 when the row did not change, and the error of `find` when the object was removed.
 */
export async function useCurrentVersion<T>(
  find: () => Promise<StorageObjectRow>,
  use: (object: StorageObjectRow) => Promise<T | null>,
): Promise<T> {
  for (let object = await find(), previous: string | null = null; object.version !== previous; object = await find()) {
    const result = await use(object)
    if (result !== null) return result
    previous = object.version
  }
  throw storageErrors.objectNotFound()
}
