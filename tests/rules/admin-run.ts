import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { runAdmin as runInside } from '../../admin/src/run-admin.ts'
import { ADMIN_PROGRAM, ADMIN_PROGRAM_ENVIRONMENT } from '../support/admin-program.ts'
import type { TestBackend } from '../support/start-backend.ts'
import type { ParsedJson } from './auth-call.ts'

/** The exit code and the output of a CLI command. */
export type AdminCommandResult = { code: number | null; out: string; err: string }

/** Runs a CLI command against a backend, in the test's process. */
export async function runAdminOnBackend(
  backend: Pick<TestBackend, 'url' | 'secretKey' | 'dataDir'>,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<AdminCommandResult> {
  return runAdminWithEnvironment(args, {
    SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEY: backend.secretKey,
    DATA_DIR: backend.dataDir,
    ...env,
  })
}

/**
 * Runs a CLI command with exactly these environment variables, in the test's process, because starting a separate process would take
 * longer than the command.
 */
export async function runAdminWithEnvironment(
  args: readonly string[],
  env: Record<string, string>,
): Promise<AdminCommandResult> {
  const [stdout, stderr] = [new OutputCapture(), new OutputCapture()]
  const code = await runInside([...args], { stdout, stderr, env })
  return { code, out: stdout.text(), err: stderr.text() }
}

/** Runs a CLI command as a separate process, for tests of the program itself. */
export function runAdminProgram(args: readonly string[], env: Record<string, string>): Promise<AdminCommandResult> {
  return startAdminProgram(args, env).ended
}

/** Starts a CLI command as a separate process, for tests that stop it. */
export function startAdminProgram(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [ADMIN_PROGRAM, ...args], {
    env: { ...ADMIN_PROGRAM_ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = async (): Promise<AdminCommandResult> => {
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, out, err }
  }
  return { child, ended: end() }
}

/** A stream that collects the written bytes. It does not decode them to strings, because decoding would drop the byte order mark. */
class OutputCapture extends Writable {
  readonly chunks: Buffer[] = []
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk)
    done()
  }
  text(): string {
    return Buffer.concat(this.chunks).toString('utf8')
  }
}

/** Runs a CLI command with `--json` and returns its parsed output. Throws an error with the command's stderr when the command fails. */
export async function runAdminJson(
  backend: Pick<TestBackend, 'url' | 'secretKey' | 'dataDir'>,
  args: readonly string[],
): Promise<ParsedJson> {
  const { code, out, err } = await runAdminOnBackend(backend, [...args, '--json'])
  if (code !== 0 && code !== 3) throw new Error(`admin ${args.join(' ')} ended with ${code}: ${err}`)
  return JSON.parse(out)
}

/** Asserts the exit code of a command, and that its output, or its error output if the command failed, contains a text. */
export async function expectOutcome(
  command: Promise<AdminCommandResult>,
  code: 0 | 1 | 2 | 3,
  text: string,
): Promise<void> {
  const result = await command
  expect([result.code, code === 0 || code === 3 ? result.out : result.err]).toEqual([
    code,
    expect.stringContaining(text),
  ])
}
