import type { Plugin } from 'vite'

/** Names of the chunks that hydrate a page or run the hero's deck. More than half of their functions are called when they are loaded. */
const CALLED_ON_LOAD = ['frame', 'home', 'download', 'play-sample-deck']

/** V8's magic comment for eager compilation. V8 reads it only on the first line of a file. */
const HINT = '//# allFunctionsCalledOnLoad'

/**
 * A Vite plugin that adds V8's explicit compile hint, so that functions are compiled eagerly on a background thread while the script is
 * downloaded. Without the hint V8 only scans a function and compiles it at its first call, on the main thread. Other browsers ignore it.
 * Fails the build when a listed chunk does not exist. (https://v8.dev/blog/explicit-compile-hints; figures: docs/records/performance.md)
 */
export function v8CompileHintPlugin(): Plugin {
  return {
    name: 'site:compile-hint',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // Runs after Vite has added its own code at the beginning of each file, so that the hint is on the first line.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        for (const name of CALLED_ON_LOAD) {
          const named = chunks.filter((chunk) => chunk.name === name)
          // A chunk gets its name from its source file, so renaming the file must fail the build.
          if (named.length !== 1)
            this.error(`There are ${named.length} chunks named ${name}, which compile-hint.ts lists.`)
          for (const chunk of named) chunk.code = `${HINT}\n${chunk.code}`
        }
      },
    },
  }
}
