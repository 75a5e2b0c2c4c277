import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './places.mjs'
import { endGroup } from './processes.mjs'
import { noteProgram } from './setup-lock.mjs'

const END_WITH_SETUP = pathToFileURL(join(ROOT, 'tools/bootstrap/end-with-setup.mjs')).href
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const LOW_PRIORITY = 10

const running = new Set()
let stoppedBy = null

/**
 * Runs a program with `node` to its end and answers its exit code and what it printed. It has a process group of its own, so a
 * Ctrl-C reaches it only through this process: a signal ends the group, waits until it has ended, and then ends this process.
 * One `inBackground` leaves signals to whatever runs in front.
 */
export async function runQuietly(node, args, { inBackground = false, ...options }) {
  const child = spawn(node, ['--import', END_WITH_SETUP, ...args], {
    ...options,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const forget = child.pid === undefined ? () => {} : noteProgram(child.pid)
  running.add(child)
  if (inBackground) giveWay(child.pid)
  else listen()
  try {
    return { code: await ended, output }
  } finally {
    running.delete(child)
    forget()
    if (running.size === 0) await endIfStopped()
  }
}

/** Ends whatever `runQuietly` still runs. */
export function endQuietPrograms() {
  for (const { pid } of running) endGroup(pid)
}

function giveWay(pid) {
  try {
    setPriority(pid, LOW_PRIORITY)
  } catch {
    // It could not be started, or has ended.
  }
}

function listen() {
  for (const signal of SIGNALS) if (!process.listeners(signal).includes(stop)) process.on(signal, stop)
}

function stop(signal) {
  stoppedBy ??= signal // a second Ctrl-C changes nothing: the end is under way
  endQuietPrograms()
}

/** Ends this process as the signal would have, and lets nothing else begin. Without a signal it only stops listening for one. */
async function endIfStopped() {
  for (const signal of SIGNALS) process.removeListener(signal, stop)
  if (stoppedBy === null) return
  console.error('Stopped before it was done. The next start does it again.')
  process.kill(process.pid, stoppedBy)
  await new Promise(() => setInterval(() => {}, 1_000))
}
