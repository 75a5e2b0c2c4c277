import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestBackend } from './start-backend.ts'

const PROGRAM = fileURLToPath(new URL('../../admin/src/main.ts', import.meta.url))

/** A running console for a test. Disposing ends its program. */
export type TestConsole = AsyncDisposable & {
  /** The one-time link that opens the console. */
  link: string
  origin: string
  /** The token in the link. */
  token: string
  /** Returns what the program has written to stdout and stderr. */
  output(): string
}

/** Starts the founders' console as its own program against a backend. */
export async function startConsole(
  backend: Pick<TestBackend, 'url' | 'secretKey' | 'dataDir'>,
  args: readonly string[] = [],
): Promise<TestConsole> {
  const env = { PATH: process.env['PATH'] ?? '', SUPABASE_URL: backend.url, SUPABASE_SECRET_KEY: backend.secretKey }
  const child = spawn(process.execPath, [PROGRAM, 'console', '--as', 'Grace Hopper', ...args], {
    env: { ...env, DATA_DIR: backend.dataDir },
    cwd: backend.dataDir, // the program writes backups and the list of erased people below it
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
  return {
    link,
    origin,
    token: hash.slice(1),
    output: () => output,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill()
        await once(child, 'exit')
      }
    },
  }
}
