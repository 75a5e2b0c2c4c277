import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'supabase/functions')

/** Lists the names of the edge functions: all folders of supabase/functions that do not begin with an underscore. */
export function listEdgeFunctionNames(): string[] {
  return readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .toSorted()
}

/**
 * Bundles every edge function with its packages into one file, `<folder>/<name>/index.js`, which runs under Deno without downloading
 * modules at start.
 */
export async function bundleEdgeFunctions(folder: string): Promise<void> {
  for (const name of listEdgeFunctionNames()) {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      resolve: { alias: [{ find: /^@site\/contract\/(.+)$/, replacement: join(root, 'contract/$1.ts') }] },
      ssr: {
        noExternal: true,
        target: 'node',
        // Prefers the Deno build of a package, if it has one: Stripe's build for Node imports Node's modules without `node:`.
        resolve: { conditions: ['deno', 'module', 'node', 'production'] },
      },
      build: {
        ssr: join(source, name, 'index.ts'),
        outDir: join(folder, name),
        emptyOutDir: true,
        target: 'es2024',
        minify: false, // keeps function names in the stack traces of Supabase's log
        rolldownOptions: { output: { entryFileNames: 'index.js', codeSplitting: false } },
      },
    })
  }
}
