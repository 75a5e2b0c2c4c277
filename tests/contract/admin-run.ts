import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Backend } from '../support/start-backend.ts'
import type { Parsed } from './auth-call.ts'

const PROGRAM = fileURLToPath(new URL('../../admin/src/main.ts', import.meta.url))
/** As `npm run admin` starts it: code that was compiled once is not compiled again. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/** How a command of the operators' ended, and what it said. */
export type AdminRun = { code: number | null; out: string; err: string }

/** Runs the operators' command line, as a shell would, against a backend. */
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

/** The same with exactly this environment. */
export async function runAdmin(args: readonly string[], env: Record<string, string>): Promise<AdminRun> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env['PATH'], TZ: 'UTC', NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')])
  // As bytes first: a decoder would swallow the byte order mark.
  return { code: child.exitCode, out: out.toString('utf8'), err }
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
