import { bundleOf } from '@site/backend/bundle'
import { defineConfig } from 'vite'

export default defineConfig(bundleOf(import.meta.dirname))
