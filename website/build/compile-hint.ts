import type { Plugin } from 'vite'

/** The chunks that hydrate a page or its deck; more than half of their functions are called on load. */
const CALLED_ON_LOAD = /^(frame|home|download|play)$/

/** The magic comment. It is effective on the first line of a file only. */
const HINT = '//# allFunctionsCalledOnLoad'

/**
 * Adds V8's explicit compile hint, so that the functions are compiled eagerly, while the script is downloaded, on a background thread.
 * Without it V8 only scans every function and compiles it at its first call, on the main thread. Other browsers ignore the comment.
 * (https://v8.dev/blog/explicit-compile-hints; figures: docs/records/2026-11-23-performance.md)
 */
export function compileHint(): Plugin {
  return {
    name: 'site:compile-hint',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // After Vite has added its own code at the beginning of each file.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && CALLED_ON_LOAD.test(file.name)) file.code = `${HINT}\n${file.code}`
        }
      },
    },
  }
}
