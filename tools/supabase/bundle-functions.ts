import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'supabase/functions')

/** The names of the functions: every folder that has an entry. */
export function functionNames(): string[] {
  return readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .toSorted()
}

/**
 * Writes every function as one file, `<folder>/<name>/index.js`, with all packages in it: it runs under Deno, on Supabase or
 * elsewhere, and fetches nothing when it starts.
 */
export async function bundleFunctions(folder: string): Promise<void> {
  for (const name of functionNames()) {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      resolve: { alias: [{ find: /^@site\/contract\/(.+)$/, replacement: join(root, 'contract/$1.ts') }] },
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: join(source, name, 'index.ts'),
        outDir: join(folder, name),
        emptyOutDir: true,
        target: 'es2024',
        minify: false, // a stack in Supabase's log names functions
        rolldownOptions: { output: { entryFileNames: 'index.js', codeSplitting: false } },
      },
    })
  }
}
