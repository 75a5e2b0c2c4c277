import { fileURLToPath } from 'node:url'

/** The folder of the whole project, whatever folder the command was typed in. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
