/// <reference types="vite/types/importMeta.d.ts" />
// Tests read what a site's owner may change instead of repeating it: they hold for every brand.
import { fallbackFiles } from '../../contract/release.ts'
import { brand } from '../../website/app/brand.ts'

export { brand }

/** What the names of the product's files begin with. */
export const fileStem = fallbackFiles(brand.name)['macos-intel'].slice('latest/'.length, -'-intel.dmg'.length)

/** A text as part of a regular expression that matches it and nothing else. */
export function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
