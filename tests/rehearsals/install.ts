import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { freshClone, terminalEnvironment } from './fresh-clone.ts'
import type { Rehearsal } from './rehearsal.ts'

type Say = (line: string) => void

/** Ways to end what was typed in a terminal, each once early in the install and once late. `group` is what the terminal signals. */
const WAYS: readonly [name: string, end: (group: number) => Promise<void> | void][] = [
  ['Ctrl-C', (group) => signal(-group, 'SIGINT')],
  [
    'Ctrl-C twice',
    async (group) => {
      signal(-group, 'SIGINT')
      await pause(300)
      signal(-group, 'SIGINT')
    },
  ],
  ['a closed terminal', (group) => signal(-group, 'SIGHUP')],
  ['SIGTERM', (group) => signal(-group, 'SIGTERM')],
  ['SIGKILL of the group', (group) => signal(-group, 'SIGKILL')],
]
const AFTER_SECONDS = [2, 8]

/** A first `npm start` that is interrupted ten times, one without a registry, one on a full disk, and then one that is left alone. */
export const install: Rehearsal = {
  shows: 'a fresh clone survives ten interrupted installs, no network and a full disk, and then shows its page',
  async run(say) {
    await using clone = await freshClone()
    for (const seconds of AFTER_SECONDS) {
      for (const [name, end] of WAYS) {
        const started = startIn(clone.path)
        await pause(seconds * 1_000)
        await end(started.group)
        await started.ended
        say(`${name} after ${seconds} s: ${lastLine(started.said())}`)
      }
    }
    await withoutNetwork(say)
    await withFullDisk(say)
    await untilPage(clone.path, say)
  },
}

async function untilPage(path: string, say: Say): Promise<void> {
  const port = String(await freePort())
  const began = Date.now()
  const started = startIn(path, { PORT: port })
  while ((await answerAt(`http://localhost:${port}/`)) !== 200) {
    assert(started.isRunning(), `the start ended: ${started.said()}`)
    await pause(100)
  }
  say(`left alone, the page answers after ${((Date.now() - began) / 1_000).toFixed(0)} s: ${started.said().trim()}`)
  while (!existsSync(join(path, 'website/dist/compressed-from.txt'))) await pause(200)
  const weight = execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0]
  const packages = (await readdir(join(path, 'node_modules'), { recursive: true })).filter((file) =>
    /(^|node_modules\/)(@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(file),
  )
  say(`the clone weighs ${weight} MB and has ${packages.length} packages`)
  signal(-started.group, 'SIGINT')
  await started.ended
}

async function withoutNetwork(say: Say): Promise<void> {
  await using clone = await freshClone()
  await using cache = await temporaryCache()
  const nobody = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_cache: cache.path }
  const started = startIn(clone.path, nobody)
  await started.ended
  say(`no network: ${lastLine(started.said())}`)
  assert.match(lastLine(started.said()), /could not be reached; check the network and run this again\.$/)
}

/** On a disk of 60 MB in memory. Mounting one needs root; elsewhere this says that it was left out. */
async function withFullDisk(say: Say): Promise<void> {
  const disk = await mkdtemp(join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'none', disk], { stdio: 'ignore' })
  } catch {
    say('a full disk: not shown, because this user may not mount one')
    await rm(disk, { recursive: true })
    return
  }
  try {
    await using clone = await freshClone(disk)
    const started = startIn(clone.path)
    await started.ended
    say(`a full disk: ${lastLine(started.said())}`)
    assert.match(lastLine(started.said()), /the disk is full; make room and run this again\.$/)
  } finally {
    execFileSync('umount', [disk])
    await rm(disk, { recursive: true })
  }
}

async function temporaryCache(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'npm-cache-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Types `npm start`. A group of its own is what a terminal gives to a command. */
function startIn(path: string, env: Record<string, string> = {}) {
  const child = spawn('npm', ['start'], { cwd: path, env: terminalEnvironment(env), detached: true })
  assert(child.pid !== undefined, 'npm could not be started')
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  return {
    group: child.pid,
    said: () => said,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended: once(child, 'close'),
  }
}

function signal(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name)
  } catch {
    // It has ended already.
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

async function answerAt(address: string): Promise<number | null> {
  return fetch(address).then(
    ({ status }) => status,
    () => null,
  )
}
