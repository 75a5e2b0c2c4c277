import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { COMPILE_CACHE } from './compile-cache.ts'

const PROGRAM = fileURLToPath(new URL('../../packages/backend/test/run-own-postgres.ts', import.meta.url))

/** Starts the own PostgreSQL of a data folder that no server uses, and connects to it. Disposing stops it. */
export async function openStoppedDatabase(dataDir: string): Promise<Client & AsyncDisposable> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify({ dataDir })], {
    env: { ...process.env, ...COMPILE_CACHE },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line]: unknown[] = await once(createInterface(child.stdout), 'line')
  const { url, refused }: { url?: string; refused?: string } = JSON.parse(String(line))
  if (url === undefined) throw new Error(refused)
  const client = new Client({ connectionString: url })
  await client.connect()
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      await client.end()
      child.stdin.end()
      await ended
    },
  })
}
