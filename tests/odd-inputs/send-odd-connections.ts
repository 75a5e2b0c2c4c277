import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import * as fc from 'fast-check'
import type { TestBackend } from '../support/start-backend.ts'
import { createConnectionArbitrary, type FuzzedConnection } from './odd-connections.ts'
import { deriveRoundSeed, type FuzzReport, findResponseShortfall, findServerErrors } from './odd-report.ts'

const CONCURRENCY = 32
const ROUND = 1_000
/**
 * How long a fuzzing client waits for the next byte of a response and for the first byte, in milliseconds. The first byte takes
 * longer because the server also handles many connections whose clients do not read: with 300 ms, only one client in fifty got a
 * response on a busy machine.
 */
const NEXT_MS = 20
const FIRST_MS = 3_000
/**
 * The minimum share of the clients waiting for a response that must get one. The remaining clients have sent an incomplete request
 * or nothing, so the server has nothing to respond to.
 */
const ANSWERED = 0.3
/**
 * The number of loopback addresses from which the clients connect. One is not enough: a pair of client and server address has only
 * about 28,000 ephemeral ports.
 */
const ADDRESSES = 100

/**
 * Fuzz test: opens `count` connections with malformed data, which `seed` makes reproducible. `statuses` in the report counts the
 * responses by HTTP status.
 */
export async function fuzzConnections(backend: TestBackend, count: number, seed: number): Promise<FuzzReport> {
  const report: FuzzReport = { sent: 0, statuses: {}, wrong: [] }
  const arbitrary = createConnectionArbitrary(backend.publishableKey)
  const readers = { waited: 0, answered: 0 }
  for (let round = 0; report.sent < count && report.wrong.length < 50; round += 1) {
    const many = Math.min(ROUND, count - report.sent)
    const queue = fc.sample(arbitrary, { numRuns: many, seed: deriveRoundSeed(seed, round) })
    const worker = async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        report.sent += 1
        const isAnswered = await judge(backend, next, report)
        if (next.ending !== 'answer') continue
        readers.waited += 1
        if (isAnswered) readers.answered += 1
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
    const health = await fetch(`${backend.url}/health`).catch(() => null)
    if (health?.status !== 200) break
  }
  report.wrong.push(
    ...findResponseShortfall(readers.waited, readers.answered, ANSWERED),
    ...(await findServerErrors(backend)),
  )
  return report
}

/** Sends the data of one fuzzed connection and records the status of each response in the report. Returns whether the server responded. */
async function judge(backend: TestBackend, odd: FuzzedConnection, report: FuzzReport): Promise<boolean> {
  const received = await converse(backend, odd, report.sent)
  const responses = [...received.matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3}) /g)]
  for (const [, status = ''] of responses) {
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    if (Number(status) < 500) continue
    const sent = odd.parts.map((part) => part.toString('latin1').slice(0, 3_000))
    report.wrong.push(JSON.stringify({ problem: `status ${status}`, sent, received: received.slice(0, 1_000) }))
  }
  return responses.length > 0
}

/** Opens a connection, sends the parts of the malformed data one after another, closes the connection and returns the received text. */
async function converse(
  backend: TestBackend,
  { parts, isSlow, ending }: FuzzedConnection,
  number: number,
): Promise<string> {
  const localAddress = process.platform === 'linux' ? `127.0.0.${1 + (number % ADDRESSES)}` : '127.0.0.1'
  const socket = connect({ port: Number(new URL(backend.url).port), host: '127.0.0.1', localAddress })
  let received = ''
  let lastReceivedAt = performance.now() + FIRST_MS
  socket.on('error', () => {}) // expected: the server resets connections with malformed data
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')))
  if (ending === 'answer') {
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
      lastReceivedAt = performance.now()
    })
  }
  for (const part of parts) {
    await written(socket, part)
    if (isSlow) await pause(1)
  }
  if (ending === 'answer') {
    while (performance.now() - lastReceivedAt < NEXT_MS && (await Promise.race([closed, pause(NEXT_MS)])) !== 'closed')
      continue
  } else if (ending === 'end') {
    socket.resume().end()
    await Promise.race([closed, pause(NEXT_MS)])
  }
  if (ending === 'reset') socket.resetAndDestroy()
  else socket.destroy()
  await closed
  return received
}

function written(socket: Socket, part: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve()
    socket.once('close', resolve)
    socket.write(part, () => {
      socket.off('close', resolve)
      resolve()
    })
  })
}
