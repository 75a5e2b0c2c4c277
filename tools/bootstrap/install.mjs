import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'
import { ROOT } from './places.mjs'
import { step } from './progress.mjs'

/** Runs `npm ci` unless `node_modules` already holds what package-lock.json names. */
export async function installPackages() {
  if (isInstalled()) return
  const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error']
  await step('Installing packages', () => npm(ROOT, ['ci', ...flags], 'The packages could not be installed'))
}

/** npm writes down what it put into node_modules, as its last act. */
function isInstalled() {
  const installed = packagesIn(join(ROOT, 'node_modules/.package-lock.json'))
  return installed !== null && holds(installed, packagesIn(join(ROOT, 'package-lock.json')) ?? {})
}

/** Whether every package that one lockfile names is among those that npm wrote down; one for another kind of machine may miss. */
export function holds(installed, wanted) {
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    if (!found) return entry.optional === true
    return entry.link ? found.link === true : entry.integrity === found.integrity
  })
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return null
  }
}
