import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startBackend, type TestBackend } from '../support/start-backend.ts'

// Clients that ask and read nothing, measured in the memory of the server. What the same requests cost a server without the guard:
// packages/backend/src/http/pipelined-requests.test.ts.
const MEGABYTE = 1_048_576
const FILE_MEGABYTES = 32
/** The growth that is allowed: less than the unread responses would take. Some of it is the server's own, for example its first requests. */
const GROWN_MAX = 120
let backend: TestBackend
beforeAll(async () => {
  backend = await startBackend()
  return () => backend[Symbol.asyncDispose]()
})
const opened: Socket[] = []
afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()))

/** Opens connections with pauses in between, in which the server can collect its garbage, so that its memory shows what the connections hold. */
async function sendWithoutReading(connections: number, bytes: string): Promise<void> {
  for (let count = 0; count < connections; count++) {
    const socket = connect(Number(new URL(backend.url).port), '127.0.0.1').pause()
    socket.on('error', () => {}) // the server resets connections that send too much
    socket.write(bytes)
    opened.push(socket)
    await pause(30)
  }
}

async function residentMegabytes(): Promise<number> {
  // A connection of its own: the busy server may close one that was idle for five seconds just as `fetch` uses it again.
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(`${backend.url}/metrics`, { agent: false }, resolve).on('error', reject)
  const metrics = await text(await promise)
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]) / MEGABYTE
}

/** Returns the largest growth of the server's memory within some seconds after `attack` began. */
async function measureGrowth(attack: () => Promise<void>): Promise<number> {
  const before = await residentMegabytes()
  const attacking = attack()
  let largest = before
  for (let round = 0; round < 10; round++) {
    await pause(300)
    largest = Math.max(largest, await residentMegabytes())
  }
  await attacking
  return largest - before
}

const writeGet = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`

test('connections that send thousands of requests for the home page and read nothing cost little memory', async () => {
  const grown = await measureGrowth(() => sendWithoutReading(60, writeGet('/').repeat(3_000)))
  expect(grown).toBeLessThan(GROWN_MAX)
})

test('downloads and a backup of large files that are not read cost little memory, and other downloads work', async () => {
  const bucket = backend.secretClient().storage.from('downloads')
  const upload = await bucket.upload('unread.bin', Buffer.alloc(FILE_MEGABYTES * MEGABYTE))
  expect(upload.error).toBeNull()
  const path = '/storage/v1/object/public/downloads/unread.bin'
  const key = `apikey: ${backend.secretKey}\r\ncontent-type: application/json\r\ncontent-length: 0\r\n`
  const grown = await measureGrowth(async () => {
    await sendWithoutReading(50, writeGet(path).repeat(16))
    await sendWithoutReading(1, `POST /operations/v1/backup HTTP/1.1\r\nhost: localhost\r\n${key}\r\n`)
  })
  expect(grown).toBeLessThan(GROWN_MAX)
  const { data } = await bucket.download('unread.bin')
  expect(data?.size).toBe(FILE_MEGABYTES * MEGABYTE)
})
