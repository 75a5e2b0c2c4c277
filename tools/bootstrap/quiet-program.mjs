import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './paths.mjs'

const END_WITH_SETUP = pathToFileURL(join(ROOT, 'tools/bootstrap/end-with-setup.mjs')).href
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const running = new Set()
let stoppedBy = null

/**
 * Runs a program with `node` and returns its exit code and output. The program has a separate process group, so that Ctrl-C reaches
 * only this process, which then kills the program, waits until it has ended and exits with the same signal. SIGTERM would let npm roll back
 * files.
 */
export async function runProgramQuietly(node, args, options) {
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
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, stop)
  running.add(child)
  try {
    return { code: await ended, output }
  } finally {
    running.delete(child)
    if (running.size === 0) await endIfStopped()
  }
}

function stop(signal) {
  stoppedBy ??= signal // a second Ctrl-C has no further effect
  for (const child of running) child.kill('SIGKILL')
}

/** Ends this process with the signal that it received, if any, and then never resolves, so that no further set-up step starts. */
async function endIfStopped() {
  for (const signal of SIGNALS) process.removeListener(signal, stop)
  if (stoppedBy === null) return
  console.error('Interrupted before the set-up was complete. The next start repeats it.')
  process.kill(process.pid, stoppedBy)
  await new Promise(() => setInterval(() => {}, 1_000))
}
