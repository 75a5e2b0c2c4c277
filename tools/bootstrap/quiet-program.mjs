import { spawn } from 'node:child_process'

const running = new Set()

/** Runs a program to its end and keeps to itself what it prints, for the case that it fails. Whoever stops us stops it too. */
export async function runQuietly(program, args, options) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  running.add(child)
  const stop = (signal) => {
    for (const each of running) each.kill(signal) // the first to hear of it is the last to do something
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  running.delete(child)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(signal, stop)
  return { code, output }
}
