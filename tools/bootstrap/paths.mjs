import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository, independent of the working directory. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The staging folder for packages and Node, which also contains the lock files of the set-up. */
export const SETUP_FOLDER = join(ROOT, '.cache/setup')
