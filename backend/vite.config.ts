import { defineConfig } from 'vite'

/**
 * Bundles the server: Node takes a third of the start-up time to open and compile a thousand modules one by one. Names are not
 * minified, so that stack traces stay readable; comments in the bundle name the source file of each part.
 */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node24',
    minify: false,
    reportCompressedSize: false,
    // All chunks in one folder: `config-places.ts` derives the project's root from the depth of its own file.
    rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
  },
  // PGlite loads its WebAssembly from beside its own files.
  ssr: { noExternal: true, external: ['@electric-sql/pglite'] },
})
