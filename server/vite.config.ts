import { createBundleConfig } from '@site/backend/bundle'
import { defineConfig } from 'vite'

export default defineConfig(createBundleConfig(import.meta.dirname))
