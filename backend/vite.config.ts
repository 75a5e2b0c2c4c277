import { defineConfig } from 'vite'

/**
 * The server in a few files: Node opens and compiles a thousand modules one by one, which is a third of a start. Names stay
 * as they are, so that a stack tells where to look; every part of a file says which source it comes from.
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
    // All in one folder: the places of the program’s own files are told from how deep it lies.
    rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
  },
  // PGlite finds its WebAssembly beside its own files.
  ssr: { noExternal: true, external: ['@electric-sql/pglite'] },
})
