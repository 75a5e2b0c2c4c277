import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { ROOT } from '../../tools/root.ts'
import { COMPILE_CACHE } from './compile-cache.ts'

const PROGRAM = join(ROOT, 'packages/backend/test/run-own-postgres.ts')
const announcement = v.object({ url: v.optional(v.string()), refused: v.optional(v.string()) })

type Options = {
  dataDir: string
  systemFolder?: string
  platform?: string
  /** The user to run as; only for root. */
  uid?: number
  /** Additional environment variables. */
  env?: Record<string, string>
  /** An open file descriptor that the program inherits as descriptor 3. */
  inherits?: number
}

/** A program that runs an own PostgreSQL. It is killed when it is disposed. */
export type OwnPostgresProgram = AsyncDisposable & {
  pid: number
  /** Resolves with the connection string; rejects with the message when the start was refused. */
  url: Promise<string>
  log(): string
  /** Ends the program as a server does, so that PostgreSQL is stopped. */
  stop(): Promise<void>
  /** Kills the program with SIGKILL. */
  kill(): Promise<void>
}

/** Starts a program that runs an own PostgreSQL as a child process. */
export function startOwnPostgresProgram({ uid, env, inherits, ...options }: Options): OwnPostgresProgram {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], {
    env: { PATH: process.env['PATH'], ...COMPILE_CACHE, ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe', inherits ?? 'ignore'],
  })
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const url = readUrl(child, gone).catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : error}${log}`)
  })
  url.catch(() => {}) // a test may kill the program without waiting for the address
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  return {
    pid: child.pid ?? 0,
    url,
    log: () => log,
    async stop() {
      child.stdin?.end()
      await gone
    },
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

async function readUrl(child: ChildProcess, gone: Promise<void>): Promise<string> {
  if (child.stdout === null) throw new Error('The program has no output.')
  const [line]: unknown[] = await Promise.race([once(createInterface(child.stdout), 'line'), gone.then(() => ['{}'])])
  const { url, refused } = v.parse(announcement, JSON.parse(String(line)))
  if (url === undefined) throw new Error(refused ?? 'The program ended.')
  return url
}

/** A process of the machine. `command` is its command line. */
export type FoundProcess = { pid: number; uid: number; command: string }

/** Returns the processes whose command line names a folder or whose current folder is in it. Needs /proc. */
export function findProcessesOf(folder: string): FoundProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1])
        const isOf =
          command.includes(folder) || (command !== '' && readlinkSync(`/proc/${name}/cwd`).startsWith(folder))
        return isOf ? [{ pid: Number(name), uid, command }] : []
      } catch {
        return [] // the process has ended
      }
    })
}
