import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types'
import { expect, test } from 'vitest'
import { BROWSER_FLOOR } from '../../website/browser-floor.ts'
import { firstVersion, isUnsupported } from './support.ts'

const since = (version: SimpleSupportStatement['version_added'], more: Partial<SimpleSupportStatement> = {}) => ({
  version_added: version,
  ...more,
})

/** Returns compatibility data of a feature that every browser supports from version 1 on. `support` replaces the data of single browsers. */
function createFeature(support: CompatStatement['support'] = {}): CompatStatement {
  const all = Object.fromEntries(Object.keys(BROWSER_FLOOR).map((browser) => [browser, since('1')]))
  return { source_file: '', support: { ...all, ...support } }
}

test.each<[string, Partial<SimpleSupportStatement>]>([
  ['behind a flag', { flags: [{ type: 'preference', name: 'a' }] }],
  ['with a prefix', { prefix: '-webkit-' }],
  ['under another name', { alternative_name: 'b' }],
  ['partially', { partial_implementation: true }],
  ['until it was removed', { version_removed: '2' }],
])('firstVersion ignores versions that support a feature only %s', (_, more) => {
  const chrome = since('1', more)
  expect(firstVersion(createFeature({ chrome }), 'chrome')).toBe(Infinity)
  expect(firstVersion(createFeature({ chrome: [since('120'), chrome] }), 'chrome')).toBe(120)
})

function createIdentifier(support: CompatStatement['support'] = {}): Identifier {
  return Object.assign<Identifier, { __compat: CompatStatement }>({}, { __compat: createFeature(support) })
}

test('isUnsupported returns true when one of the oldest supported browsers lacks a feature, and false when only Safari on iOS never supported it', () => {
  expect(isUnsupported(createIdentifier())).toBe(false)
  expect(isUnsupported(createIdentifier({ firefox: since('999') }))).toBe(true)
  expect(isUnsupported(createIdentifier({ safari_ios: since(false) }))).toBe(false)
  expect(isUnsupported(createIdentifier({ safari_ios: since('999') }))).toBe(true)
  expect(isUnsupported(createIdentifier({ safari_ios: since(false), firefox: since('999') }))).toBe(true)
})
