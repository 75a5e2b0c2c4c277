import { join } from 'node:path'

/** The project's root folder. This file is as deep in it as the bundle (backend/dist). */
export const ROOT = join(import.meta.dirname, '../..')
