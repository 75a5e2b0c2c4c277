import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hangUp } from './hang-up.ts'

/** Both ends of one connection; each may stay open in one direction. */
async function aConnection(): Promise<{ here: Socket; there: Socket }> {
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

test('a client that reads gets the last bytes, and the connection is gone when it closes too', async () => {
  const { here, there } = await aConnection()
  hangUp(here, 'goodbye')
  expect(await text(there)).toBe('goodbye')
  there.end()
  await once(here, 'close')
  expect(here.destroyed).toBe(true)
})

test('a client that never closes is cut after a moment', async () => {
  const { here, there } = await aConnection()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  hangUp(here, 'goodbye')
  expect(await text(there)).toBe('goodbye')
  expect(here.destroyed).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(here.destroyed).toBe(true)
})

test('a client that never reads is cut after a moment', async () => {
  const { here, there } = await aConnection()
  there.pause()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  here.write(Buffer.alloc(50_000_000))
  hangUp(here, 'goodbye')
  expect(here.destroyed).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(here.destroyed).toBe(true)
})

test('a connection that can no longer be written to is destroyed', async () => {
  const { here } = await aConnection()
  here.end()
  hangUp(here, 'goodbye')
  expect(here.destroyed).toBe(true)
})
