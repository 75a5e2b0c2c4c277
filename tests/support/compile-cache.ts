import { fileURLToPath } from 'node:url'

/** The environment variable that enables Node's compile cache. With it, a program in TypeScript starts in half the time. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}
