import type { Page } from '@playwright/test'
import { downloadFilePrefix } from '../support/brand.ts'

/** The URL pattern of version.json, from which the download page reads the current release. */
export const VERSION_FILE_PATTERN = '**/storage/v1/object/public/downloads/latest/version.json'

/** A version.json with the content that the release command publishes. */
export const sampleVersionFile = {
  version: '1.4.0',
  releaseDate: '2025-03-05',
  downloads: {
    'windows-x64': `${downloadFilePrefix}-1.4.0-x64.exe`,
    'macos-intel': `${downloadFilePrefix}-1.4.0-intel.dmg`,
    'macos-silicon': `${downloadFilePrefix}-1.4.0-arm64.dmg`,
  },
  size: { 'windows-x64': 86_400_000, 'macos-intel': 91_000_000, 'macos-silicon': 88_000_000 },
  sha256: { 'windows-x64': 'a1'.repeat(32) },
}

/** Responds to requests for version.json with the content `file`. */
export async function mockVersionFile(page: Page, file: unknown = sampleVersionFile): Promise<void> {
  await page.route(VERSION_FILE_PATTERN, (route) => route.fulfill({ json: file }))
}
