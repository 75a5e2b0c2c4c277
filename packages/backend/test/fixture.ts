import { fileURLToPath } from 'node:url'

/**
 * The project that the tests of the backend run on: tables of to-dos, seats and things, a bucket of pictures and an edge function. Passed to
 * `startBackend` and its variants.
 */
export const FIXTURE = { project: fileURLToPath(new URL('project', import.meta.url)) }
