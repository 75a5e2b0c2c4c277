import { writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'
import { startBenchProgram } from './server.ts'

// Node sends these headers itself.
const NODES_OWN = new Set(['date', 'connection', 'keep-alive'])

/**
 * Requests `url` once and starts a bare `node:http` server that answers every request with exactly those headers and bytes, without decoding
 * them.
 */
export async function startBareServer(url: string, headers: Record<string, string>) {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await createTemporaryFolder('bare-'))
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(url, { headers }, resolve).on('error', reject)
  const response = await promise
  const raw = response.rawHeaders
  const sent = raw.filter((_, index) => !NODES_OWN.has((raw[index - (index % 2)] ?? '').toLowerCase()))
  const file = join(folder.path, 'response')
  await writeFile(file, Buffer.concat(await response.toArray()))
  const program = resources.use(await startBenchProgram('bare-server.ts', [file, JSON.stringify(sent)]))
  const owned = resources.move()
  return { url: program.url, pid: program.pid, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
