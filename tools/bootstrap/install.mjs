import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './npm.mjs'
import { ROOT, SETUP_FOLDER } from './paths.mjs'
import { runWithProgressLabel } from './progress.mjs'
import { reduceToStartPackages, selectStartPackages } from './start-packages.mjs'

/** How the names of staging folders begin. Each install has its own, because an npm that was left behind may still write into another. */
const STAGE = 'packages-'
const NOTE = 'node_modules/.package-lock.json'

/**
 * Returns whether `node_modules` contains all packages of package-lock.json, or the subset that a start needs, according to npm's
 * hidden lockfile in `node_modules`.
 */
export function areLockedPackagesInstalled(isForStart, root = ROOT) {
  const installed = packagesIn(join(root, NOTE))
  const wanted = packagesIn(join(root, 'package-lock.json')) ?? {}
  return installed !== null && areWantedPackagesInstalled(installed, isForStart ? selectStartPackages(wanted) : wanted)
}

/**
 * Installs the packages of package-lock.json, or the subset that a start needs. npm installs into a staging folder, which is then
 * renamed to `node_modules`. An interrupted install therefore leaves the old folder, the new one or none, but never a partial one.
 */
export async function installPackages(isForStart) {
  mkdirSync(SETUP_FOLDER, { recursive: true })
  const left = readdirSync(SETUP_FOLDER).filter((name) => name.startsWith(STAGE))
  if (left.length > 0) console.error('The last install did not finish; installing again.')
  await runWithProgressLabel('Installing packages', async () => {
    for (const name of left) remove(join(SETUP_FOLDER, name))
    const stage = mkdtempSync(join(SETUP_FOLDER, STAGE))
    // A start after `npm test` installs all packages, so that the tests need no second install.
    copyProject(stage, isForStart && !existsSync(join(ROOT, 'node_modules/vitest')))
    const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=warn']
    await runNpm(stage, ['ci', ...flags], 'The packages could not be installed')
    replaceInstalledPackages(stage)
  })
}

/** Renames the installed packages to `node_modules` as the last step, so that a start after an interruption finds no staging folder. */
function replaceInstalledPackages(stage) {
  const place = join(ROOT, 'node_modules')
  const [ready, replaced] = ['ready', 'replaced'].map((name) => join(SETUP_FOLDER, name))
  for (const folder of [ready, replaced]) remove(folder)
  renameSync(join(stage, 'node_modules'), ready)
  remove(stage)
  if (existsSync(place)) renameSync(place, replaced)
  renameSync(ready, place)
  remove(replaced)
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Copies the files that npm needs into the staging folder. */
function copyProject(stage, isForStart) {
  const [lock, manifest] = ['package-lock.json', 'package.json'].map((name) => parsed(join(ROOT, name)))
  const project = isForStart ? reduceToStartPackages(lock, manifest) : { lock, manifest }
  writeFileSync(join(stage, 'package-lock.json'), JSON.stringify(project.lock))
  writeFileSync(join(stage, 'package.json'), JSON.stringify(project.manifest))
  copyFileSync(join(ROOT, '.npmrc'), join(stage, '.npmrc'))
  for (const workspace of project.manifest.workspaces) {
    mkdirSync(join(stage, workspace), { recursive: true })
    copyFileSync(join(ROOT, workspace, 'package.json'), join(stage, workspace, 'package.json'))
  }
}

/**
 * Returns whether every package in `wanted` is installed with the same integrity hash. Optional packages of other platforms may be
 * missing.
 */
export function areWantedPackagesInstalled(installed, wanted) {
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    if (!found) return entry.optional === true
    return entry.link ? found.link === true : entry.integrity === found.integrity
  })
}

function packagesIn(file) {
  try {
    return parsed(file).packages
  } catch {
    return null
  }
}

function parsed(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
