import { expect, test } from 'vitest'
import { holds } from './install.mjs'

const wanted = {
  '': { name: 'site' },
  website: { name: 'website' },
  'node_modules/@site/website': { resolved: 'website', link: true },
  'node_modules/left': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/for-another-machine': { version: '1.0.0', integrity: 'sha512-b', optional: true },
}
const installed = {
  'node_modules/@site/website': { resolved: 'website', link: true },
  'node_modules/left': { version: '1.0.0', integrity: 'sha512-a' },
}

test('packages count as installed when each that this machine needs is there', () => {
  expect(holds(installed, wanted)).toBe(true)
})

test('a package that is missing or another one calls for an install', () => {
  const other = { ...installed, 'node_modules/left': { version: '1.0.1', integrity: 'sha512-c' } }
  const { 'node_modules/left': _, ...without } = installed
  expect(holds(other, wanted)).toBe(false)
  expect(holds(without, wanted)).toBe(false)
})
