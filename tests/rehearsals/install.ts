import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../support/free-port.ts'
import { createFreshClone, createTerminalEnvironment } from './fresh-clone.ts'
import type { Rehearsal } from './rehearsal.ts'

type Log = (line: string) => void

/**
 * Ways to interrupt `npm start`. Each is tested early and late in the installation. `group` is the id of the process group that
 * receives the signal.
 */
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

/**
 * System test of `npm start` in a fresh clone: interrupted ten times, without access to the npm registry, on a full disk, and
 * uninterrupted.
 */
export const installRehearsal: Rehearsal = {
  shows: 'a fresh clone survives ten interrupted installs, no network and a full disk, and then shows its page',
  async run(say) {
    await using clone = await createFreshClone()
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

async function untilPage(path: string, say: Log): Promise<void> {
  const port = String(await findFreePort())
  const began = Date.now()
  const started = startIn(path, { PORT: port })
  while ((await answerAt(`http://localhost:${port}/`)) !== 200) {
    assert(started.isRunning(), `the start ended: ${started.said()}`)
    await pause(100)
  }
  say(
    `without interruption the page is served after ${((Date.now() - began) / 1_000).toFixed(0)} s: ${started.said().trim()}`,
  )
  const weight = execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0]
  const packages = (await readdir(join(path, 'node_modules'), { recursive: true })).filter((file) =>
    /(^|node_modules\/)(@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(file),
  )
  say(`the clone takes ${weight} MB and has ${packages.length} packages`)
  signal(-started.group, 'SIGINT')
  await started.ended
}

async function withoutNetwork(say: Log): Promise<void> {
  await using clone = await createFreshClone()
  await using cache = await temporaryCache()
  const unreachable = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_cache: cache.path }
  const started = startIn(clone.path, unreachable)
  await started.ended
  say(`no network: ${lastLine(started.said())}`)
  assert.match(lastLine(started.said()), /could not be reached; check the network and run this again\.$/)
}

/** Runs `npm start` on a 60 MB tmpfs. Mounting a tmpfs needs root; without root, the check is skipped with a message. */
async function withFullDisk(say: Log): Promise<void> {
  const disk = await mkdtemp(join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'none', disk], { stdio: 'ignore' })
  } catch {
    say('a full disk: skipped, because this user may not mount a tmpfs')
    await rm(disk, { recursive: true })
    return
  }
  try {
    await using clone = await createFreshClone(disk)
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

/** Runs `npm start` in a separate process group, as a shell does. */
function startIn(path: string, env: Record<string, string> = {}) {
  const child = spawn('npm', ['start'], { cwd: path, env: createTerminalEnvironment(env), detached: true })
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
    // Sending the signal failed because the process group has already ended.
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
