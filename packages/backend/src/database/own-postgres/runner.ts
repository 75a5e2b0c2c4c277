import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lchownSync, readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ConfigError } from '../../config.ts'

/**
 * How PostgreSQL's programs are started: through the command `prefix`, such as `unshare`, and as the user of this process if no other user
 * is set.
 */
export type PostgresRunner = { prefix: readonly string[]; uid?: number; gid?: number }

/** Returns an unprivileged user with an entry in /etc/passwd, which initdb requires. Throws a ConfigError when there is none. */
export function findUnprivilegedAccount(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
  for (const name of ['nobody', 'daemon']) {
    // On macOS the id of nobody is negative, so daemon is used there.
    const [, uid, gid] = users.match(new RegExp(`^${name}:[^:]*:([1-9]\\d*):(\\d+):`, 'm')) ?? []
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new ConfigError('DATABASE_URL is needed: PostgreSQL needs an ordinary user, and /etc/passwd has none.')
}

/** If this process runs as root, gives a file or folder to the user to whom the files of the runner's programs belong. */
export function giveToRunner(path: string, { uid = 0, gid = 0 }: PostgresRunner): void {
  if (process.getuid?.() === 0) lchownSync(path, uid, gid)
}

/**
 * Sends SIGQUIT to the program when this process ends, also after SIGKILL. A background shell reads from the pipe that is the standard input.
 * Only this process holds the other end, so the read fails when this process ends. A line in the pipe ends the shell without a signal. The
 * shell is started by another shell, which exits at once; otherwise it would be a child process of PostgreSQL, which waits for its child
 * processes.
 */
const END_WITH_SERVER = `
  exec 3<&0 </dev/null
  ( ( trap '' HUP INT TERM; read -r line || kill -QUIT $$ ) <&3 >/dev/null 2>&1 & )
  exec "$@" 3<&-`

/**
 * Spawns a program of PostgreSQL. It ends within a second after this process has ended, except on Windows. Of the environment variables,
 * which contain secrets, it gets only `PATH`. It runs in a session of its own, so that Ctrl-C in a terminal does not end PostgreSQL before
 * the server has finished its requests.
 */
export function spawnProgram(
  { prefix, ...user }: PostgresRunner,
  program: string,
  args: readonly string[],
): ChildProcessByStdio<Writable, null, Readable> {
  const isWindows = process.platform === 'win32'
  const shell = isWindows ? [] : ['/bin/sh', '-c', END_WITH_SERVER, 'sh']
  const [command = program, ...rest] = [...shell, ...prefix, program, ...args]
  const child = spawn(command, rest, {
    ...user,
    // With another TZ or locale, initdb would write them into the configuration.
    env: { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' },
    cwd: '/',
    detached: !isWindows,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  for (const emitter of [child, child.stdin, child.stderr]) emitter.on('error', () => {}) // callers handle `close`, which follows
  return child.once('exit', () => child.stdin.end('\n'))
}

/** Runs a program of PostgreSQL to its end. Returns null when it succeeded, and the reason when it failed. */
export async function runProgram(
  runner: PostgresRunner,
  program: string,
  args: readonly string[],
): Promise<string | null> {
  const child = spawnProgram(runner, program, args)
  try {
    const [output] = await Promise.all([text(child.stderr), once(child, 'close')])
    return child.exitCode === 0 ? null : findReason(output)
  } catch (error) {
    return String(error)
  }
}

/** Returns the reason from the output of a PostgreSQL program that failed: its error line, without the severity and the full stop. */
export function findReason(output: string): string {
  const [, reason] = /(?:PANIC|FATAL|error|fatal): +(.+)/.exec(output) ?? []
  const line = reason ?? (output.trim().split('\n').at(-1) || 'it ended without a message')
  const sentence = line.replace(/\.$/, '')
  return /No space left on device|disk quota/i.test(output)
    ? `${sentence}; free space on its disk, and start again`
    : sentence
}
