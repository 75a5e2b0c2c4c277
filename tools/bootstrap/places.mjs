import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the whole project, whatever folder the command was typed in. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Where packages and Node are put together before they get their place, and where a setup says that it is under way. */
export const SETUP = join(ROOT, '.cache/setup')
