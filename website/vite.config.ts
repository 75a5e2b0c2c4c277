import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fonts } from './build/fonts.ts'
import { pictures } from './build/pictures.ts'
import { prerender } from './build/prerender.ts'

/** The site: a client build, and a build of the same pages for Node that prerender.ts turns into HTML. */
export default defineConfig({
  root: import.meta.dirname,
  appType: 'custom',
  publicDir: false,
  plugins: [react(), tailwindcss(), fonts(), pictures(), prerender()],
  build: {
    target: 'baseline-widely-available',
    // A picture inlined as a data: address would need the policy to allow those.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: { input: { boot: 'app/boot.ts', styles: 'app/styles/main.css' } },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        emitAssets: false,
        rolldownOptions: { input: { prerender: 'app/prerender.tsx' } },
      },
    },
  },
})
