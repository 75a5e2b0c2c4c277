import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../tests/support/free-port.ts'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'

/** Our server with the script of every page taken out, in a process of its own; gone when disposed. */
export async function startStripped(): Promise<AsyncDisposable & { url: string }> {
  await using onTheWay = new AsyncDisposableStack()
  const data = onTheWay.use(await temporaryFolder('bench-'))
  const build = onTheWay.use(await temporaryFolder('stripped-'))
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stripped-server.ts'), build.path], {
    env: { ...process.env, PORT: String(port), DATA_DIR: data.path },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTheWay.defer(async () => {
    const gone = once(child, 'exit')
    child.kill()
    await gone
  })
  await once(child.stdout, 'data')
  const leftovers = onTheWay.move()
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => leftovers.disposeAsync() }
}
