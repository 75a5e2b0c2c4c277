import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hardLinkFolderTree } from './link-tree.mjs'
import { runNpm } from './npm.mjs'
import { ROOT, SETUP_FOLDER } from './paths.mjs'
import { runWithProgressLabel } from './progress.mjs'
import { reduceToStartPackages, selectStartPackages } from './start-packages.mjs'

const STAGE = join(SETUP_FOLDER, 'packages')
const READY = join(SETUP_FOLDER, 'ready-packages')
const REPLACED = join(SETUP_FOLDER, 'replaced-packages')
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
export async function installPackages(isEnoughForStart) {
  const isForStart = isEnoughForStart && !hasOtherTools()
  if (existsSync(STAGE)) console.error('The last install did not finish; installing again.')
  await runWithProgressLabel('Installing packages', async () => {
    rmSync(STAGE, { recursive: true, force: true })
    copyProject(isForStart)
    const command = isForStart || !startFromPresent() ? ['ci'] : ['install', '--no-save']
    const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error']
    await runNpm(STAGE, [...command, ...flags], 'The packages could not be installed')
    replaceInstalledPackages()
  })
}

/**
 * Returns whether development tools are installed in node_modules. A start then installs all packages, so that tests need no second
 * install.
 */
function hasOtherTools() {
  const installed = packagesIn(join(ROOT, NOTE)) ?? {}
  const wanted = packagesIn(join(ROOT, 'package-lock.json')) ?? {}
  const forStart = selectStartPackages(wanted)
  const tools = Object.keys(wanted['']?.devDependencies ?? {}).map((name) => `node_modules/${name}`)
  return tools.some((path) => !forStart[path] && installed[path])
}

function copyProject(isForStart) {
  mkdirSync(STAGE, { recursive: true })
  const [lock, manifest] = ['package-lock.json', 'package.json'].map((name) => parsed(join(ROOT, name)))
  const project = isForStart ? reduceToStartPackages(lock, manifest) : { lock, manifest }
  writeFileSync(join(STAGE, 'package-lock.json'), JSON.stringify(project.lock))
  writeFileSync(join(STAGE, 'package.json'), JSON.stringify(project.manifest))
  copyFileSync(join(ROOT, '.npmrc'), join(STAGE, '.npmrc'))
  for (const workspace of project.manifest.workspaces) {
    mkdirSync(join(STAGE, workspace))
    copyFileSync(join(ROOT, workspace, 'package.json'), join(STAGE, workspace, 'package.json'))
  }
}

/**
 * Links the installed packages into the staging folder if npm's hidden lockfile lists them, so that npm has to install only the
 * missing packages.
 */
function startFromPresent() {
  if (packagesIn(join(ROOT, NOTE)) === null) return false
  hardLinkFolderTree(join(ROOT, 'node_modules'), join(STAGE, 'node_modules'), ['.cache', '.vite', '.package-lock.json'])
  // The hidden lockfile is written last, because npm ignores it unless it is newer than every package folder.
  writeFileSync(join(STAGE, NOTE), readFileSync(join(ROOT, NOTE)))
  return true
}

/** Renames the installed packages to `node_modules` as the last step, so that a start after an interruption finds no staging folder. */
function replaceInstalledPackages() {
  const place = join(ROOT, 'node_modules')
  for (const folder of [READY, REPLACED]) rmSync(folder, { recursive: true, force: true })
  renameSync(join(STAGE, 'node_modules'), READY)
  rmSync(STAGE, { recursive: true, force: true })
  if (existsSync(place)) renameSync(place, REPLACED)
  renameSync(READY, place)
  rmSync(REPLACED, { recursive: true, force: true })
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
