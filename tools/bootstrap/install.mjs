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
  if (!installed) return false
  const wanted = Object.entries(packagesIn(join(ROOT, 'package-lock.json')) ?? {})
  return wanted.every(([path, entry]) => !path.includes('node_modules/') || isSame(entry, installed[path]))
}

function isSame(wanted, installed) {
  if (!installed) return wanted.optional === true // meant for another kind of machine
  return wanted.link ? installed.link === true : wanted.integrity === installed.integrity
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return null
  }
}
