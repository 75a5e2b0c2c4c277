import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ADMIN_PROGRAM, ADMIN_PROGRAM_ENVIRONMENT } from './admin-program.ts'
import type { TestBackend } from './start-backend.ts'

/** A running console for a test. Disposing stops its process. */
export type TestConsole = AsyncDisposable & {
  /** The link that the console prints at start. It opens the console once. */
  link: string
  origin: string
  /** The one-time token in the fragment of the link. */
  token: string
  /** Returns what the process has written to stdout and stderr so far. */
  output(): string
  pid: number
  /** Kills the process, so that it cannot clean up. */
  kill(): Promise<void>
}

/**
 * Starts `npm run admin -- console` in a process of its own, for a backend, with `more` environment variables. Rejects when it exits before
 * it prints its link.
 */
export async function startConsole(
  backend: Pick<TestBackend, 'url' | 'secretKey' | 'dataDir'>,
  args: readonly string[] = [],
  more: Record<string, string> = {},
): Promise<TestConsole> {
  const site = { SUPABASE_URL: backend.url, SUPABASE_SECRET_KEY: backend.secretKey, DATA_DIR: backend.dataDir }
  const child = spawn(process.execPath, [ADMIN_PROGRAM, 'console', '--as', 'Grace Hopper', ...args], {
    env: { ...ADMIN_PROGRAM_ENVIRONMENT, ...site, ...more },
    cwd: backend.dataDir, // backups and lists are written into the working folder
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const link = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /http:\/\/\S+#\S+/.exec(output)?.[0]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`The console ended: ${output}`)))
  })
  const { origin, hash } = new URL(link)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return {
    link,
    origin,
    token: hash.slice(1),
    output: () => output,
    pid: child.pid ?? 0,
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  }
}
