import { expect, test } from 'vitest'
import { areWantedPackagesInstalled } from './install.mjs'

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

test('areWantedPackagesInstalled returns true when every package except an optional one is installed', () => {
  expect(areWantedPackagesInstalled(installed, wanted)).toBe(true)
})

test('areWantedPackagesInstalled returns false when a package is missing or has another version', () => {
  const other = { ...installed, 'node_modules/left': { version: '1.0.1', integrity: 'sha512-c' } }
  const { 'node_modules/left': _, ...without } = installed
  expect(areWantedPackagesInstalled(other, wanted)).toBe(false)
  expect(areWantedPackagesInstalled(without, wanted)).toBe(false)
})
