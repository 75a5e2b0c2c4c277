import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { createBundleConfig } from './src/bundle.ts'

/** Adds the files that make `dist` a package of its own, which contains all dependencies but PostgreSQL (`npm pack ./backend/dist`). */
const packageFiles: Plugin = {
  name: 'package-files',
  generateBundle() {
    const packed = {
      name: 'supabase-folder-server',
      version: '0.1.0',
      description: 'Serves a supabase/ folder: the Supabase protocols on a PostgreSQL of its own or another.',
      type: 'module',
      bin: 'main.js',
      engines: { node: '>=24' },
      optionalDependencies: manifest.optionalDependencies,
    }
    this.emitFile({ type: 'asset', fileName: 'package.json', source: `${JSON.stringify(packed, null, 2)}\n` })
    this.emitFile({ type: 'asset', fileName: 'README.md', source: readFileSync(`${import.meta.dirname}/README.md`) })
  },
}

const { plugins = [], ...bundle } = createBundleConfig(import.meta.dirname)

export default defineConfig({ ...bundle, plugins: [...plugins, packageFiles] })
