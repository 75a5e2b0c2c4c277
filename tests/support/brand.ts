/// <reference types="vite/types/importMeta.d.ts" />
// Tests import the values that a site's owner may change and do not repeat them, so they pass for every brand.
import { getFallbackInstallerPaths } from '../../contract/release.ts'
import { brand } from '../../website/app/brand.ts'

export { brand }

/** The common prefix of the file names of all downloads. */
export const downloadFilePrefix = getFallbackInstallerPaths(brand.name)['macos-intel'].slice(
  'latest/'.length,
  -'-intel.dmg'.length,
)

/** Escapes a text for literal use in a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
