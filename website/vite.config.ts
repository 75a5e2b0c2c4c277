import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { BUILD_TARGETS } from './browser-floor.ts'
import { v8CompileHintPlugin } from './build/compile-hint.ts'
import { picturesPlugin } from './build/pictures.ts'
import { prerenderPlugin } from './build/prerender.ts'
import { isReactModule, reactAsModulesPlugin } from './build/react-as-modules.ts'

/** Returns a filter for modules by their paths in this repository. Throws when a file does not exist. */
function isOneOf(paths: readonly string[]): (id: string) => boolean {
  const files = new Set(paths.map((path) => resolve(import.meta.dirname, '..', path)))
  const missing = [...files].filter((file) => !existsSync(file))
  if (missing.length > 0) throw new Error(`Chunks list files that do not exist: ${missing.join(', ')}`)
  return (id) => files.has(id)
}

// Modules of the chunk 'frame': React, and what every page or the home page needs, including imported modules. Split into a dozen small
// chunks, they would compress 4 kB worse. Do not list modules that are loaded lazily (dialogs, toasts, supabase-js).
const isFrameFile = isOneOf([
  'website/app/main.tsx',
  'website/app/photo-print.tsx',
  'website/app/content/promises.ts',
  'ui/section.tsx',
  'ui/accordion.tsx',
  'ui/reveal.tsx',
  'ui/calendar-text.ts',
  // The supabase-js chunk shares these modules with the frame chunk. Unless they are listed here, the bundler puts its runtime code into an
  // extra chunk.
  'website/app/backend/addresses.ts',
  'website/app/backend/next-task.ts',
])
const FRAME = { name: 'frame', test: (id: string) => isReactModule(id) || isFrameFile(id) }

// Modules of the chunk 'checks', which validates input and responses, for all forms and the download page. Also small modules that these
// share: as chunks of their own they would cost a URL each in the first load, which lists the files that later parts need.
const isCheckFile = isOneOf([
  'contract/email.ts',
  'contract/limits.ts',
  'contract/name.ts',
  'contract/signup.ts',
  'contract/text.ts',
  'contract/validation-error.ts',
  'website/app/backend/auth-settings.ts',
  'website/app/backend/second-factor.ts',
  'website/app/backend/signup.ts',
  'website/app/dialogs/contact/draft.ts',
  'website/app/dialogs/honeypot-field.tsx',
  'website/app/dialogs/signup/late-welcome-mail.ts',
  'website/app/dialogs/signup/member-since.ts',
  'website/app/dialogs/signup/order-details.ts',
  'ui/use-busy-action.ts',
])
const CHECKS = { name: 'checks', test: (id: string) => id.includes('/node_modules/valibot/') || isCheckFile(id) }

// Modules of the chunk 'boot', the entry script. It must contain the routes, which the frame chunk also uses: if they were in the frame
// chunk, the entry script would load React with the page.
const isBootFile = isOneOf(['website/app/boot.ts', 'website/app/routes.ts'])
const BOOT = { name: 'boot', test: (id: string) => id.includes('vite/preload-helper') || isBootFile(id), priority: 1 }

// Uses six characters of the hash in file names, which are enough to be unique. Hashes do not compress, and every page contains thirty
// picture URLs.
const SCRIPT_NAME = 'assets/[name]-[hash:6].js'
const ASSET_NAME = 'assets/[name]-[hash:6][extname]'

/** The build of the site: the client, and a server build of the same pages, which prerender.ts renders to HTML. */
export default defineConfig({
  root: import.meta.dirname,
  appType: 'custom',
  publicDir: 'static',
  plugins: [reactAsModulesPlugin(), react(), tailwindcss(), picturesPlugin(), v8CompileHintPlugin(), prerenderPlugin()],
  // Wouter imports a shim of useSyncExternalStore for older React versions. The alias replaces the shim by React, which has the function
  // itself.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    target: BUILD_TARGETS,
    // Disables inlining assets as data: URLs, which the content security policy does not allow.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Does not preload the imported file itself, because it is requested at the same moment anyway, nor what is already loaded: the boot and
      // frame chunks, and the chunk of the page, which only its own lazy parts need. Firefox reports an error for the preload of a loaded module.
      resolveDependencies: (file, needed) =>
        needed.filter((each) => each !== file && !/\/(boot|frame|home|download)-[^/]*\.js$/.test(each)),
    },
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: {
            boot: 'app/boot.ts',
            styles: 'app/styles/main.css',
            fonts: 'app/styles/fonts.css',
            'download-fonts': 'app/styles/download-fonts.css',
            print: 'app/styles/print.css',
          },
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
