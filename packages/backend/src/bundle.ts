import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UserConfig } from 'vite'

/**
 * Returns Vite's configuration that bundles the server, with the entry `src/main.ts`. Without a bundle, Node would spend a third of the
 * start-up time on opening and compiling a thousand modules one by one. Names are not minified, so that stack traces stay readable;
 * comments in the bundle name the source file of each part.
 */
export function createBundleConfig(workspace: string): UserConfig {
  const database = join(import.meta.dirname, 'database')
  return {
    root: workspace,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: 'dist',
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { main: join(workspace, 'src/main.ts') },
        // All chunks are written to one folder, so that code that looks for files next to itself finds them there.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'platform-scripts',
        generateBundle() {
          for (const name of readdirSync(join(database, 'migrations/platform'))) {
            const source = readFileSync(join(database, 'migrations/platform', name))
            this.emitFile({ type: 'asset', fileName: `platform/${name}`, source })
          }
        },
      },
    ],
  }
}
