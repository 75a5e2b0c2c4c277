import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { bindSocketForServer, SOCKET_ACTIVATION_COMMAND } from '../support/socket-activation.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))

test('during a restart with a listening socket passed by systemd, every request gets 200', async () => {
  await using folder = await createTemporaryFolder('restart-')
  await using server = await bindSocketForServer((port) => ({
    DATA_DIR: folder.path,
    SITE_URL: `http://localhost:${port}`,
  }))
  await server.start()

  const answers: Promise<string>[] = []
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/health`, { headers: { connection: 'close' } })
    await answer.body?.cancel()
    return String(answer.status)
  }
  const asking = setInterval(() => answers.push(ask().catch((cause: unknown) => `failed: ${String(cause)}`)), 20)
  onTestFinished(() => clearInterval(asking))
  await expect.poll(() => answers.length).toBeGreaterThan(5)
  await server.stop()
  await server.start()
  clearInterval(asking)
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['200']))
  expect(server.log().match(/^pid \d+$/gm)).toHaveLength(2)
})

test('the server ignores LISTEN_FDS meant for another process, and exits with an error if the descriptor is not a socket', async () => {
  await using folder = await createTemporaryFolder('restart-')
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

  const args = ['-c', SOCKET_ACTIVATION_COMMAND, process.execPath, MAIN]
  const none = spawn('sh', args, { env, stdio: ['ignore', 'ignore', 'pipe', 'ignore'] })
  let printed = ''
  none.stderr?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = await once(none, 'close')
  expect([code, printed]).toEqual([1, 'LISTEN_FDS: a file descriptor that was passed on is no listening socket.\n'])
})
