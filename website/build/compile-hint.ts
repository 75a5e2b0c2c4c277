import type { Plugin } from 'vite'

/** Each is fetched for a page, or its deck, to come to life, and more than half of it is called for that. */
const CALLED_ON_LOAD = /^(frame|home|download|play)$/

/** What a file says in its very first line; anywhere else it is read, and makes coming to life slower. */
const HINT = '//# allFunctionsCalledOnLoad'

/**
 * Has the script that pages live by compiled while it is fetched, on another thread than the page's. Without it V8 reads
 * every function twice: once to find its end, and when it is first called, where the page waits for it. Other browsers
 * see a comment. (https://v8.dev/blog/explicit-compile-hints; figures: docs/records/2026-11-23-performance.md)
 */
export function compileHint(): Plugin {
  return {
    name: 'site:compile-hint',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // After Vite has put its own words before each file.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && CALLED_ON_LOAD.test(file.name)) file.code = `${HINT}\n${file.code}`
        }
      },
    },
  }
}
