import { defineConfig } from 'vite'
import { bundleOf } from './src/bundle.ts'

export default defineConfig(bundleOf(import.meta.dirname))
