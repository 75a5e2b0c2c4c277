import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { BUILD_TARGETS } from '../../website/browser-floor.ts'

/**
 * Writes a compressed copy of each text file beside it, so that the console's server need not compress responses. Reads the files from the
 * disk, because Vite still replaces placeholders in scripts after the hooks of other plugins.
 */
function compressedCopies(): Plugin {
  return {
    name: 'console:compressed-copies',
    writeBundle({ dir = '' }, bundle) {
      for (const { fileName } of Object.values(bundle)) {
        if (!/\.(js|css|html|svg)$/.test(fileName)) continue
        const file = join(dir, fileName)
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }))
      }
    },
  }
}

/** The build of the founders' console: a single-page app, which `npm run admin -- console` serves. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), tailwindcss(), compressedCopies()],
  // Wouter imports a shim of useSyncExternalStore for older React versions. React itself exports the function.
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  build: {
    outDir: 'dist',
    target: BUILD_TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
