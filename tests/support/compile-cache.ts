import { fileURLToPath } from 'node:url'

/** The environment variable of Node's compile cache, which halves the time that a program in TypeScript takes to start. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}
