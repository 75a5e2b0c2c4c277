import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

const MAIN = fileURLToPath(new URL('../../backend/dist/main.js', import.meta.url))

/** What systemd does for a service with a socket unit: the descriptor, and whom it is for. `exec` keeps the process id. */
const AS_SYSTEMD = 'echo "pid $$"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$1"'

/** Runs the server twice, one after the other, on one socket that stays bound between them. Returns the port and the ids as they come. */
async function restartedOnOneSocket(dataDir: string) {
  const bound = createServer().listen(0, '127.0.0.1')
  await once(bound, 'listening')
  const { port } = bound.address() as AddressInfo
  const handle: unknown = Reflect.get(bound, '_handle')
  const descriptor: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : null
  if (typeof descriptor !== 'number') throw new Error('This Node does not tell the descriptor of a server.')
  const holder = spawn('sh', ['-c', 'sh -c "$2" "$0" "$1"; sh -c "$2" "$0" "$1"', process.execPath, MAIN, AS_SYSTEMD], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', SITE_URL: `http://localhost:${port}` },
    stdio: ['ignore', 'pipe', 'pipe', descriptor],
  })
  bound.close()
  let said = ''
  for (const stream of [holder.stdout, holder.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text))
  const ids = () => [...said.matchAll(/^pid (\d+)$/gm)].map(([, id]) => Number(id))
  onTestFinished(async () => {
    // The second one ends with the first signal to it; of the first nothing is left by then.
    for (const id of ids()) {
      try {
        process.kill(id, 'SIGTERM')
      } catch {
        // It has ended already.
      }
    }
    if (holder.exitCode === null) await once(holder, 'exit')
  })
  return { port, ids, isUp: (times: number) => said.split(' is at ').length > times }
}

test('no connection is refused while a server with a socket of systemd restarts', async () => {
  await using folder = await temporaryFolder('restart-')
  const { port, ids, isUp } = await restartedOnOneSocket(folder.path)
  await expect.poll(() => isUp(1), { timeout: 60_000 }).toBe(true)

  const answers: Promise<string>[] = []
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { headers: { connection: 'close' } })
    await answer.body?.cancel()
    return String(answer.status)
  }
  const asking = setInterval(() => answers.push(ask().catch((cause: unknown) => `failed: ${String(cause)}`)), 20)
  onTestFinished(() => clearInterval(asking))
  await expect.poll(() => answers.length).toBeGreaterThan(5)
  process.kill(ids()[0] ?? 0, 'SIGTERM')
  await expect.poll(() => isUp(2), { timeout: 60_000 }).toBe(true)
  clearInterval(asking)
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['200']))
  expect(ids()).toHaveLength(2)
})

test('sockets that are meant for another process, or are none, are not listened on', async () => {
  await using folder = await temporaryFolder('restart-')
  const env = { PATH: process.env['PATH'], DATA_DIR: folder.path, PORT: '0', LISTEN_FDS: '1' }
  const other = spawn(process.execPath, [MAIN], {
    env: { ...env, LISTEN_PID: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  other.stdout.setEncoding('utf8')
  const [line] = (await once(other.stdout, 'data')) as [string]
  expect(line).toMatch(/ is at http:\/\/localhost:\d+/)
  other.kill('SIGTERM')
  await once(other, 'exit')

  const words = ['-c', AS_SYSTEMD, process.execPath, MAIN]
  const none = spawn('sh', words, { env, stdio: ['ignore', 'ignore', 'pipe', 'ignore'] })
  let said = ''
  none.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = await once(none, 'close')
  expect([code, said]).toEqual([1, 'LISTEN_FDS: a file descriptor that was passed on is no listening socket.\n'])
})
