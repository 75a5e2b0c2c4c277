import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { runAdmin as runInside } from '../../admin/src/run-admin.ts'
import type { Backend } from '../support/start-backend.ts'
import type { Parsed } from './auth-call.ts'

const PROGRAM = fileURLToPath(new URL('../../admin/src/main.ts', import.meta.url))
/** As `npm run admin` starts it: code that was compiled once is not compiled again. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/** How a command of the operators' ended, and what it said. */
export type AdminRun = { code: number | null; out: string; err: string }

/** Runs a command of the operators' against a backend. */
export async function admin(
  backend: Pick<Backend, 'url' | 'secretKey' | 'dataDir'>,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<AdminRun> {
  return runAdmin(args, {
    SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEY: backend.secretKey,
    DATA_DIR: backend.dataDir,
    ...env,
  })
}

/** The same with exactly this environment. It runs in this process: starting a program would cost more than what it does. */
export async function runAdmin(args: readonly string[], env: Record<string, string>): Promise<AdminRun> {
  const [stdout, stderr] = [new Heard(), new Heard()]
  const code = await runInside([...args], { stdout, stderr, env })
  return { code, out: stdout.text(), err: stderr.text() }
}

/** The same as a program of its own, as a shell runs it: for what only a program shows. */
export function adminProgram(args: readonly string[], env: Record<string, string>): Promise<AdminRun> {
  return startAdminProgram(args, env).ended
}

/** The same, while it runs: for tests that stop it. */
export function startAdminProgram(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = async (): Promise<AdminRun> => {
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, out, err }
  }
  return { child, ended: end() }
}

/** An output that keeps what it is given: as bytes, since a decoder would swallow the byte order mark. */
class Heard extends Writable {
  readonly chunks: Buffer[] = []
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk)
    done()
  }
  text(): string {
    return Buffer.concat(this.chunks).toString('utf8')
  }
}

/** Runs a command with `--json` and answers what it found. Throws what it complained of when it failed. */
export async function adminJson(
  backend: Pick<Backend, 'url' | 'secretKey' | 'dataDir'>,
  args: readonly string[],
): Promise<Parsed> {
  const { code, out, err } = await admin(backend, [...args, '--json'])
  if (code !== 0 && code !== 3) throw new Error(`admin ${args.join(' ')} ended with ${code}: ${err}`)
  return JSON.parse(out)
}
