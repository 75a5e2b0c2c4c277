import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeConnection } from './close-connection.ts'

/** Creates a TCP connection and returns both ends. Each end may stay half open. */
async function createConnection(): Promise<{ here: Socket; there: Socket }> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const there = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  const [here] = (await once(server, 'connection')) as [Socket]
  here.on('error', () => {})
  onTestFinished(() => {
    here.destroy()
    there.destroy()
    server.close()
  })
  return { here, there }
}

test('closeConnection() delivers the last bytes to a reading client and closes the socket once the client has closed', async () => {
  const { here, there } = await createConnection()
  closeConnection(here, 'goodbye')
  expect(await text(there)).toBe('goodbye')
  there.end()
  await once(here, 'close')
  expect(here.destroyed).toBe(true)
})

test('closeConnection() destroys the socket after the linger time if the client has not closed', async () => {
  const { here, there } = await createConnection()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  closeConnection(here, 'goodbye')
  expect(await text(there)).toBe('goodbye')
  expect(here.destroyed).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(here.destroyed).toBe(true)
})

test('closeConnection() destroys the socket after the linger time if the client never reads', async () => {
  const { here, there } = await createConnection()
  there.pause()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  here.write(Buffer.alloc(50_000_000))
  closeConnection(here, 'goodbye')
  expect(here.destroyed).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(here.destroyed).toBe(true)
})

test('closeConnection() immediately destroys a socket that is not writable', async () => {
  const { here } = await createConnection()
  here.end()
  closeConnection(here, 'goodbye')
  expect(here.destroyed).toBe(true)
})
