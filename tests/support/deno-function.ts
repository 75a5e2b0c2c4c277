import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'

/** A bundled edge function that runs under the real Deno. */
export type DenoFunction = AsyncDisposable & { url: string; log(): string }

/** Starts one bundled file under Deno, with permissions for the network and the environment only, and without downloading modules. */
export async function startDenoFunction(file: string, env: Record<string, string>): Promise<DenoFunction> {
  const port = await findFreePort()
  const deno = join(dirname(createRequire(import.meta.url).resolve('deno/package.json')), 'bin.cjs')
  const flags = [
    'run',
    '--no-remote',
    '--no-npm',
    '--no-config',
    '--no-lock',
    '--allow-net',
    '--allow-env',
    '--allow-sys',
  ]
  const child = spawn(process.execPath, [deno, ...flags, file], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NO_COLOR: '1',
      DENO_NO_UPDATE_CHECK: '1',
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // the npm package starts Deno as a child process; with a process group, both can be killed
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const url = `http://127.0.0.1:${port}`
  while (!said.includes('Listening on')) {
    if (child.exitCode !== null) throw new Error(`Deno ended while starting. Its output:\n${said}`)
    await pause(25)
  }
  return { url, log: () => said, [Symbol.asyncDispose]: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const gone = once(child, 'close')
  process.kill(-child.pid, 'SIGKILL')
  await gone
}
