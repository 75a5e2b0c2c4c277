import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from './compile-cache.ts'

/** The path of the entry file of the operators' command line, which `npm run admin` runs. */
export const ADMIN_PROGRAM = fileURLToPath(new URL('../../admin/src/main.ts', import.meta.url))

/** The environment variables with which tests start the command line. */
export const ADMIN_PROGRAM_ENVIRONMENT: Record<string, string> = { PATH: process.env['PATH'] ?? '', ...COMPILE_CACHE }
