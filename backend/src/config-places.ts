import { join } from 'node:path'

/** The folder of the whole project. This file lies as deep in it as what is built of it (backend/dist) does. */
export const ROOT = join(import.meta.dirname, '../..')
