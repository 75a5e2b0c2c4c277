import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './paths.mjs'
import { reduceToStartPackages, selectStartPackages } from './start-packages.mjs'

const lock = {
  lockfileVersion: 3,
  packages: {
    '': { workspaces: ['packages/backend', 'tests'], devDependencies: { checker: '1' } },
    'packages/backend': { dependencies: { server: '1', '@site/contract': '*' }, devDependencies: { bundler: '1' } },
    tests: { devDependencies: { browser: '1' } },
    'node_modules/@site/backend': { resolved: 'packages/backend', link: true },
    'node_modules/@site/tests': { resolved: 'tests', link: true },
    'node_modules/server': {
      dependencies: { part: '1' },
      devDependencies: { browser: '1' },
      peerDependencies: { needed: '1', checker: '1' },
      peerDependenciesMeta: { checker: { optional: true } },
    },
    'node_modules/server/node_modules/part': { optionalDependencies: { 'part-linux': '1' } },
    'node_modules/part': { version: '2' },
    'node_modules/part-linux': { optional: true },
    'node_modules/bundler': {},
    'node_modules/needed': {},
    'node_modules/checker': {},
    'node_modules/browser': {},
  },
}

test('selectStartPackages contains transitive dependencies and build tools, resolves to the nearest package, and omits optional peers', () => {
  expect(Object.keys(selectStartPackages(lock.packages))).toEqual([
    '',
    'packages/backend',
    'node_modules/@site/backend',
    'node_modules/server',
    'node_modules/server/node_modules/part',
    'node_modules/part-linux',
    'node_modules/bundler',
    'node_modules/needed',
  ])
})

test('reduceToStartPackages reduces the manifest and the lockfile to the same workspaces', () => {
  const manifest = { name: 'site', workspaces: ['packages/backend', 'tests'], devDependencies: { checker: '1' } }
  const made = reduceToStartPackages(lock, manifest)
  expect(made.manifest).toEqual({
    name: 'site',
    workspaces: ['admin', 'contract', 'packages/backend', 'packages/releases', 'server', 'ui', 'website'],
  })
  expect(made.lock.packages['']).toEqual({ workspaces: made.manifest.workspaces })
  expect(made.lock.lockfileVersion).toBe(3)
})

test('a start installs between 101 and 156 packages on x64 Linux', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const isForLinux = ({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }) =>
    os.includes('linux') && cpu.includes('x64') && libc.includes('glibc')
  const onLinux = Object.fromEntries(Object.entries(packages).filter(([, entry]) => isForLinux(entry)))
  const installed = Object.entries(selectStartPackages(onLinux)).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  expect(installed.length).toBeLessThanOrEqual(156)
  expect(installed.length).toBeGreaterThan(100)
})
