import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './npm.mjs'
import { ROOT, SETUP_FOLDER } from './paths.mjs'
import { runWithProgressLabel } from './progress.mjs'
import { createProgramError } from './user-facing-error.mjs'

const WANTED = 24
const SOURCE = join(ROOT, 'tools/node24')
const TARGET = join(ROOT, '.node')
const STAGE = join(SETUP_FOLDER, 'node')
const PROGRAM = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'

function isRunningNodeEnough() {
  return Number(process.versions.node.split('.')[0]) >= WANTED
}

/**
 * Returns the path of a Node 24 or later: the running Node if it is new enough, otherwise the Node that is (or will be) installed in
 * `.node/`.
 */
export function resolveNodePath() {
  return isRunningNodeEnough() ? process.execPath : join(TARGET, PROGRAM)
}

/**
 * Returns whether the Node at `resolveNodePath()` is installed: true for a new enough running Node; for `.node/`, only with the
 * pinned version.
 */
export function isWantedNodeInstalled() {
  if (isRunningNodeEnough()) return true
  const [installed, wanted] = [join(TARGET, 'installed.json'), join(SOURCE, 'package-lock.json')]
  try {
    return readFileSync(installed, 'utf8') === readFileSync(wanted, 'utf8')
  } catch {
    return false
  }
}

/** Downloads Node 24 as an npm package, which needs no install script. Moves it to `.node/` only after it has run successfully. */
export async function fetchNode() {
  const what = `Node ${WANTED} could not be fetched`
  await runWithProgressLabel(`Getting Node ${WANTED}`, async () => {
    rmSync(STAGE, { recursive: true, force: true })
    mkdirSync(join(STAGE, 'bin'), { recursive: true })
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(SOURCE, file), join(STAGE, file))
    // npm succeeds although no package is for this machine or could be loaded; only its silly-level log contains the reason.
    const flags = ['--prefix', STAGE, '--ignore-scripts', '--include=optional', '--loglevel=silly']
    const log = await runNpm(STAGE, ['ci', ...flags], what)
    try {
      const [name = ''] = readdirSync(join(STAGE, 'node_modules')).filter((entry) => entry.startsWith('node-'))
      renameSync(join(STAGE, 'node_modules', name, PROGRAM), join(STAGE, PROGRAM))
      execFileSync(join(STAGE, PROGRAM), ['--version'])
    } catch {
      const otherwise = `there is none that runs on ${process.platform}-${process.arch}; install it yourself and run this again`
      throw createProgramError(what, log, otherwise)
    }
    // installed.json marks a complete download. It is the last file, so that an interrupted download is repeated.
    rmSync(TARGET, { recursive: true, force: true })
    mkdirSync(TARGET)
    renameSync(join(STAGE, 'bin'), join(TARGET, 'bin'))
    copyFileSync(join(SOURCE, 'package-lock.json'), join(TARGET, 'installed.json'))
    rmSync(STAGE, { recursive: true, force: true })
  })
}
