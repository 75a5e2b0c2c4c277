import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findFreePort } from '../tests/support/free-port.ts'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'

/** Starts our server in a separate process with copies of the pages that contain no scripts. Disposing stops it and deletes its data. */
export async function startScriptlessServer(): Promise<AsyncDisposable & { url: string }> {
  await using resources = new AsyncDisposableStack()
  const data = resources.use(await createTemporaryFolder('bench-'))
  const build = resources.use(await createTemporaryFolder('stripped-'))
  const port = await findFreePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stripped-server.ts'), build.path], {
    env: { ...process.env, PORT: String(port), DATA_DIR: data.path },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  resources.defer(async () => {
    const gone = once(child, 'exit')
    child.kill()
    await gone
  })
  await once(child.stdout, 'data')
  const owned = resources.move()
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
