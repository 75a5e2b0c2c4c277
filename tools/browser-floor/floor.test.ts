import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import type { CompatStatement } from '@mdn/browser-compat-data/types'
import { expect, test } from 'vitest'
import { BROWSER_FLOOR, BUILD_TARGETS, REACHES_FLOOR } from '../../website/browser-floor.ts'
import { ROOT } from '../root.ts'
import { askToReadAgain } from './check.ts'
import { READ_WITH } from './enhancements.ts'
import { features, firstVersion } from './support.ts'

const fromAsync = features.javascript['builtins']?.['Array']?.['fromAsync']?.__compat
const lh = features.css['types']?.['length']?.['lh']?.__compat

test.each(Object.entries(BROWSER_FLOOR))(
  'the test for the floor is true in %s exactly from version %d on',
  (browser, version) => {
    const since = (feature?: CompatStatement) =>
      feature ? firstVersion(feature, browser as keyof typeof BROWSER_FLOOR) : Number.NaN
    expect(REACHES_FLOOR).toBe('Array.fromAsync||CSS.supports("width:1lh")')
    expect(Math.min(since(fromAsync), since(lh))).toBe(version)
  },
)

test.each([
  [true, true, true],
  [true, false, true],
  [false, true, true],
  [false, false, false],
])('with Array.fromAsync %s and the unit lh %s the test for the floor is %s', (hasFromAsync, hasLh, reaches) => {
  const Array = hasFromAsync ? { fromAsync: () => [] } : {}
  expect(Boolean(runInNewContext(REACHES_FLOOR, { Array, CSS: { supports: () => hasLh } }))).toBe(reaches)
})

test('the build targets name every browser of the floor as Vite does', () => {
  expect(BUILD_TARGETS).toEqual(['chrome109', 'edge109', 'firefox115', 'safari16.4', 'ios16.4'])
})

test('the floor stands in one file, which the README and the guide name, and CHANGELOG.md has its versions', () => {
  for (const path of ['README.md', 'docs/start-here.md'])
    expect(readFileSync(join(ROOT, path), 'utf8'), path).toContain('website/browser-floor.ts')
  const { chrome, edge, firefox, safari, safari_ios: ios } = BROWSER_FLOOR
  expect(edge).toBe(chrome)
  const versions = `from Chrome ${chrome}, Firefox ${firefox} and Safari ${safari} (iOS ${ios}) on`
  expect(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).toContain(versions)
})

test('the reasons for features that a browser lacks are read again with new compatibility data', () => {
  expect(askToReadAgain(READ_WITH)).toEqual([])
  expect(askToReadAgain('99.0.0')).toEqual([
    'compatibility data 99.0.0: read tools/browser-floor/enhancements.ts again, then set READ_WITH',
  ])
})
