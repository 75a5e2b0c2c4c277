import { join } from 'node:path'

/**
 * The root folder of the repository. The path works for this source file and for the bundled server, because `server/src` and `server/dist`
 * have the same depth.
 */
export const ROOT = join(import.meta.dirname, '../..')
