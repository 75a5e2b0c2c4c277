import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkTree } from './link-tree.mjs'
import { npm } from './npm.mjs'
import { ROOT, SETUP } from './places.mjs'
import { step } from './progress.mjs'
import { startProject, startSet } from './start-set.mjs'

const STAGE = join(SETUP, 'packages')
const REPLACED = join(SETUP, 'replaced-packages')
const NOTE = 'node_modules/.package-lock.json'

/** Whether `node_modules` holds what package-lock.json names: all of it, or what a start needs. npm's own note there tells. */
export function hasPackages(isForStart, root = ROOT) {
  const installed = packagesIn(join(root, NOTE))
  const wanted = packagesIn(join(root, 'package-lock.json')) ?? {}
  return installed !== null && holds(installed, isForStart ? startSet(wanted) : wanted)
}

/**
 * Installs what package-lock.json names, or what a start needs of it. npm works in a folder of its own, and what it made gets its
 * place by being renamed: however an install ends, `node_modules` is the one before, the new one, or for a moment none.
 */
export async function installPackages(isEnoughForStart) {
  const isForStart = isEnoughForStart && !hasOtherTools()
  if (existsSync(STAGE)) console.error('The last install did not finish; installing again.')
  await step('Installing packages', async () => {
    rmSync(STAGE, { recursive: true, force: true })
    copyProject(isForStart)
    const command = isForStart || !startFromPresent() ? ['ci'] : ['install', '--no-save']
    const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error']
    await npm(STAGE, [...command, ...flags], 'The packages could not be installed')
    putInPlace()
  })
}

/** Whether somebody has run tests or checks here, who should not wait for those tools again after the next start. */
function hasOtherTools() {
  const installed = packagesIn(join(ROOT, NOTE)) ?? {}
  const wanted = packagesIn(join(ROOT, 'package-lock.json')) ?? {}
  const forStart = startSet(wanted)
  const tools = Object.keys(wanted['']?.devDependencies ?? {}).map((name) => `node_modules/${name}`)
  return tools.some((path) => !forStart[path] && installed[path])
}

function copyProject(isForStart) {
  mkdirSync(STAGE, { recursive: true })
  const [lock, manifest] = ['package-lock.json', 'package.json'].map((name) => parsed(join(ROOT, name)))
  const project = isForStart ? startProject(lock, manifest) : { lock, manifest }
  writeFileSync(join(STAGE, 'package-lock.json'), JSON.stringify(project.lock))
  writeFileSync(join(STAGE, 'package.json'), JSON.stringify(project.manifest))
  copyFileSync(join(ROOT, '.npmrc'), join(STAGE, '.npmrc'))
  for (const workspace of project.manifest.workspaces) {
    mkdirSync(join(STAGE, workspace))
    copyFileSync(join(ROOT, workspace, 'package.json'), join(STAGE, workspace, 'package.json'))
  }
}

/** Begins with the packages that are there already, when npm has written down which: it then adds only what is missing. */
function startFromPresent() {
  if (packagesIn(join(ROOT, NOTE)) === null) return false
  linkTree(join(ROOT, 'node_modules'), join(STAGE, 'node_modules'), ['.cache', '.vite', '.package-lock.json'])
  // npm takes its note for out of date unless it is the youngest file.
  writeFileSync(join(STAGE, NOTE), readFileSync(join(ROOT, NOTE)))
  return true
}

function putInPlace() {
  const place = join(ROOT, 'node_modules')
  rmSync(REPLACED, { recursive: true, force: true })
  if (existsSync(place)) renameSync(place, REPLACED)
  renameSync(join(STAGE, 'node_modules'), place)
  for (const folder of [STAGE, REPLACED]) rmSync(folder, { recursive: true, force: true })
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
    return parsed(file).packages
  } catch {
    return null
  }
}

function parsed(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
