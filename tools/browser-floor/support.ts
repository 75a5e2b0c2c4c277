// The JSON file itself takes a minute in tests, because Vite turns its 20 MB into a module; this entry only reads it.
import features from '@mdn/browser-compat-data/forLegacyNode'
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types'
import { BROWSER_FLOOR } from '../../website/browser-floor.ts'

/** MDN's data of browser features: from which version of each browser on it has each. */
export { features }

type Browser = keyof typeof BROWSER_FLOOR

const FLOOR = Object.entries(BROWSER_FLOOR) as [Browser, number][]

/**
 * Returns the first version of a browser that supports a feature, or Infinity. A feature that is incomplete, prefixed, removed or enabled by a
 * flag is not supported.
 */
export function firstVersion(feature: CompatStatement, browser: Browser): number {
  const whole = [feature.support[browser] ?? []]
    .flat()
    .filter((it) => !(it.flags || it.prefix || it.alternative_name || it.version_removed || it.partial_implementation))
  // `preview` and false are no versions.
  const versions = whole.map(
    ({ version_added: since }) => Number.parseFloat(String(since).replace('≤', '')) || Infinity,
  )
  return Math.min(Infinity, ...versions)
}

/**
 * Returns whether one of the oldest supported browsers lacks a feature. Returns false for a feature without data, and for one that all but
 * Safari on iOS have and that iOS never had, such as the shape of a mouse pointer.
 */
export function isUnsupported({ __compat: feature }: Identifier): boolean {
  if (feature === undefined) return false
  const lacking = FLOOR.filter(([browser, version]) => firstVersion(feature, browser) > version)
  const isForPointers = firstVersion(feature, 'safari_ios') === Infinity && lacking.length === 1
  return lacking.length > 0 && !(isForPointers && lacking[0]?.[0] === 'safari_ios')
}

/** Returns the parts of a feature, such as the members of an interface or the values of a property. */
export function partsOf(feature: Identifier | undefined): [string, Identifier][] {
  const { __compat: _, ...parts }: Identifier = feature ?? {}
  return Object.entries(parts)
}

/** Returns a part of a feature by its name, which comes from a scanned file. */
export function partOf(feature: Identifier | undefined, name: string): Identifier | undefined {
  return feature !== undefined && name !== '__compat' && Object.hasOwn(feature, name) ? feature[name] : undefined
}
