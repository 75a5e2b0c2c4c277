/// <reference types="vite/types/importMeta.d.ts" />
// Re-exports the texts and names that a site's owner may change. Tests import them instead of repeating them, so that they pass for
// every brand.
import { getFallbackInstallerPaths } from '../../contract/downloads.ts'
import { brand } from '../../website/app/brand.ts'

export { brand }

/** The common prefix of the installers' file names. */
export const downloadFilePrefix = getFallbackInstallerPaths(brand.name)['macos-intel'].slice(
  'latest/'.length,
  -'-intel.dmg'.length,
)

/** Escapes a text for literal use in a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
