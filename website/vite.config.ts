import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileHint } from './build/compile-hint.ts'
import { pictures } from './build/pictures.ts'
import { prerender } from './build/prerender.ts'
import { reactAsModules } from './build/react-as-modules.ts'

// What every page, or the first one, needs anyway travels in one file with React: a dozen small ones compress worse by
// 4 kB. What these files import comes along; what is fetched on need (dialogs, toasts, supabase-js) must not be named.
const FRAME = {
  name: 'frame',
  // What supabase-js's own file shares with these is named, or the bundler gives its own runtime another file.
  test: /^\0module-of:|website\/app\/(main\.tsx|backend\/(addresses|next-task)\.ts|photo-print\.tsx|content\/promises\.ts|ui\/(section\.tsx|accordion\.tsx|reveal\.tsx|calendar-text\.ts))$/,
}

// What checks what people typed and what comes from elsewhere: every form needs it, and the download page.
const CHECKS = {
  name: 'checks',
  test: /node_modules\/valibot\/|contract\/(email|fault|limits|name|signup|text)\.ts$|website\/app\/dialogs\/signup\/order-details\.ts$/,
}

// The script in the HTML. It shares the routes with the frame, and must hold them itself: if it imported them from there,
// React would be fetched with the page.
const BOOT = { name: 'boot', test: /website\/app\/(boot|routes)\.ts$|vite\/preload-helper/, priority: 1 }

// Six characters tell one version of a file from another as surely as eight, and nothing compresses worse than they do: every
// page names thirty pictures.
const SCRIPT_NAME = 'assets/[name]-[hash:6].js'
const ASSET_NAME = 'assets/[name]-[hash:6][extname]'

/** The site: a client build, and a build of the same pages for Node that prerender.ts turns into HTML. */
export default defineConfig({
  root: import.meta.dirname,
  appType: 'custom',
  publicDir: 'static',
  plugins: [reactAsModules(), react(), tailwindcss(), pictures(), compileHint(), prerender()],
  // Wouter brings a stand-in for Reacts that had no such hook; ours has it.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    target: 'baseline-widely-available',
    // A picture inlined as a data: address would need the policy to allow those.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Only what a browser could not know: the file itself is asked for at that moment, and these two are there by then.
      resolveDependencies: (file, needed) =>
        needed.filter((each) => each !== file && ![BOOT, FRAME].some(({ name }) => each.includes(`/${name}-`))),
    },
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: { boot: 'app/boot.ts', styles: 'app/styles/main.css' },
          output: {
            entryFileNames: SCRIPT_NAME,
            chunkFileNames: SCRIPT_NAME,
            assetFileNames: ASSET_NAME,
            codeSplitting: { groups: [BOOT, FRAME, CHECKS] },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        emitAssets: false,
        copyPublicDir: false,
        rolldownOptions: { input: { prerender: 'app/prerender.tsx' }, output: { assetFileNames: ASSET_NAME } },
      },
    },
  },
})
