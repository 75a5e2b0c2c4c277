import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from './compile-cache.ts'

/** The program that `npm run admin` runs. */
export const ADMIN_PROGRAM = fileURLToPath(new URL('../../admin/src/main.ts', import.meta.url))

/** The environment that the program needs. */
export const ADMIN_PROGRAM_ENVIRONMENT: Record<string, string> = { PATH: process.env['PATH'] ?? '', ...COMPILE_CACHE }
