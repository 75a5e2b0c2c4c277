import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import * as fc from 'fast-check'
import type { TestBackend } from '../support/start-backend.ts'
import { type FuzzedSocket, fuzzedSocketArbitrary } from './odd-frames.ts'
import { deriveRoundSeed, type FuzzReport, findResponseShortfall, findServerErrors } from './odd-report.ts'
import { decodeWebSocketFrames, encodeWebSocketFrame, WEBSOCKET_OPCODES } from './wire-frames.ts'

const CONCURRENCY = 16
const ROUND = 200
const TIMEOUT_MS = 20_000
/**
 * How long the fuzz test waits after sending an incomplete WebSocket frame, in milliseconds. The server does not respond to such a
 * frame.
 */
const UNFINISHED_MS = 10
const LAST = 'the last one'
/** The minimum share of the WebSockets without an incomplete frame that the server must answer, with a heartbeat reply or a close code. */
const ANSWERED = 0.5

/**
 * Sends `count` malformed frames over WebSockets of both serializer versions. The same seed generates the same frames. Every socket
 * ends with a heartbeat, to which the server must reply unless it has closed the socket. `statuses` counts how the server ended the
 * sockets.
 */
export async function fuzzWebSocketFrames(backend: TestBackend, count: number, seed: number): Promise<FuzzReport> {
  const report: FuzzReport = { sent: 0, statuses: {}, wrong: [] }
  for (let round = 0; report.sent < count && report.wrong.length < 50; round += 1) {
    const queue = fc.sample(fuzzedSocketArbitrary, { numRuns: ROUND, seed: deriveRoundSeed(seed, round) })
    const worker = async () => {
      for (let next = queue.pop(); next !== undefined && report.sent < count; next = queue.pop()) {
        report.sent += next.frames.length
        await judge(backend, next, report)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }
  const ends = Object.entries(report.statuses).filter(([end]) => end !== 'unfinished')
  const sum = (all: typeof ends) => all.reduce((total, [, number]) => total + number, 0)
  const answered = sum(ends.filter(([end]) => end === 'answered' || /^\d{4}$/.test(end)))
  report.wrong.push(...findResponseShortfall(sum(ends), answered, ANSWERED), ...(await findServerErrors(backend)))
  return report
}

async function judge(backend: TestBackend, odd: FuzzedSocket, report: FuzzReport): Promise<void> {
  const { end, problem } = await runFuzzedSocket(backend, odd)
  report.statuses[end] = (report.statuses[end] ?? 0) + 1
  if (problem === null) return
  const frames = odd.frames.map(({ bytes }) => bytes.toString('latin1').slice(0, 300))
  report.wrong.push(JSON.stringify({ problem, version: odd.version, frames }).slice(0, 6_000))
}

type SocketResult = { end: string; problem: string | null }

/**
 * Opens a WebSocket, sends fuzzed frames and returns how it ended. `end` is the server's close code, `answered` after the reply to
 * the last heartbeat, `cut` when the connection closed without a close frame, `unfinished` after an incomplete frame, or the name
 * of a failure that `problem` describes.
 */
export async function runFuzzedSocket(backend: TestBackend, odd: FuzzedSocket): Promise<SocketResult> {
  const socket = connect(Number(new URL(backend.url).port), '127.0.0.1')
  const { promise: ended, resolve } = Promise.withResolvers<SocketResult>()
  const timeout = setTimeout(() => resolve({ end: 'none', problem: `no response in ${TIMEOUT_MS} ms` }), TIMEOUT_MS)
  let received: Buffer = Buffer.alloc(0)
  let isOpen = false
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    if (!isOpen) {
      const end = received.indexOf('\r\n\r\n')
      if (end === -1) return
      const status = received.toString('latin1', 9, 12)
      if (status !== '101') return resolve({ end: status, problem: `the handshake was answered ${status}` })
      isOpen = true
      received = received.subarray(end + 4)
      sendAll(socket, odd, resolve)
    }
    const { frames, rest } = decodeWebSocketFrames(received)
    received = rest
    for (const frame of frames) {
      const end = endIn(frame.opcode, frame.payload)
      if (end) resolve(end)
    }
  })
  socket.on('error', () => {}) // expected: the server resets connections with malformed frames
  socket.on('close', () => resolve({ end: 'cut', problem: isOpen ? null : 'cut before the handshake was answered' }))
  socket.write(handshake(backend, odd))
  const result = await ended
  clearTimeout(timeout)
  leave(socket, odd.ending)
  return result
}

function handshake(backend: TestBackend, { version, isOperator }: FuzzedSocket): string {
  const key = isOperator ? backend.secretKey : backend.publishableKey
  return [
    `GET /realtime/v1/websocket?apikey=${key}&vsn=${version} HTTP/1.1`,
    'host: localhost',
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
    '',
    '',
  ].join('\r\n')
}

function sendAll(socket: Socket, { version, frames }: FuzzedSocket, resolve: (result: SocketResult) => void): void {
  const heartbeat =
    version === '2.0.0'
      ? JSON.stringify([null, LAST, 'phoenix', 'heartbeat', {}])
      : JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: LAST })
  const bytes = [
    ...frames.map((frame) => frame.bytes),
    encodeWebSocketFrame(WEBSOCKET_OPCODES.text, Buffer.from(heartbeat)),
  ]
  socket.write(Buffer.concat(bytes))
  if (frames.some(({ isUnfinished }) => isUnfinished)) {
    setTimeout(() => resolve({ end: 'unfinished', problem: null }), UNFINISHED_MS)
  }
}

/** Returns the result of a fuzzed WebSocket when a frame from the server ends the test, otherwise null. */
function endIn(opcode: number, payload: Buffer): SocketResult | null {
  if (opcode === WEBSOCKET_OPCODES.close) {
    const code = payload.length < 2 ? 1005 : payload.readUInt16BE(0)
    return { end: String(code), problem: code === 1011 ? 'the server closed the socket with an internal error' : null }
  }
  if (opcode !== WEBSOCKET_OPCODES.text) return null
  const text = payload.toString()
  if (text.includes('UnknownErrorOnChannel')) return { end: 'fault', problem: `a channel failed: ${text}` }
  try {
    JSON.parse(text)
  } catch {
    return { end: 'broken', problem: `the server sent invalid JSON: ${text.slice(0, 500)}` }
  }
  return text.includes(`"${LAST}"`) ? { end: 'answered', problem: null } : null
}

function leave(socket: Socket, ending: FuzzedSocket['ending']): void {
  if (ending === 'reset') socket.resetAndDestroy()
  else if (ending === 'end') socket.end(() => socket.destroy())
  else socket.end(encodeWebSocketFrame(WEBSOCKET_OPCODES.close, Buffer.from([3, 232])), () => socket.destroy())
}
