import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { array, looseObject, nullish, object, parse, string, tuple, unknown } from 'valibot'
import { type RawData, WebSocket } from 'ws'
import type { TestBackend } from './start-backend.ts'

/** A parsed Realtime message, in either serializer version. */
export type RealtimeMessage = {
  join_ref: unknown
  ref: unknown
  topic: string
  event: string
  payload: Record<string, unknown>
}

/** A Realtime WebSocket without a client library. */
export type RawRealtimeSocket = AsyncDisposable & {
  /** Every received message, in order. */
  frames: RealtimeMessage[]
  sendMessage(event: string, payload?: object, more?: { topic?: string; ref?: string; join_ref?: string | null }): void
  /** Sends raw data, which may not be a valid Realtime message. */
  send(data: string | Buffer): void
  /**
   * Returns the next received message for which `fits` returns true, starting after the last returned message. Throws after five
   * seconds.
   */
  next(fits: (frame: RealtimeMessage) => boolean): Promise<RealtimeMessage>
  closed: Promise<{ code: number; reason: string }>
}

/** The Realtime topic that the tests join. */
export const REALTIME_TEST_TOPIC = 'realtime:test'
/** Options that override the default WebSocket handshake: serializer version, API key, headers. */
export type RealtimeSocketOptions = { vsn?: string; apikey?: string; headers?: Record<string, string> }

const messages = {
  '1.0.0': looseObject({ topic: string(), event: string(), payload: looseObject({}), ref: nullish(unknown()) }),
  '2.0.0': tuple([unknown(), unknown(), string(), string(), looseObject({})]),
}

/** Opens a Realtime WebSocket. Throws when the server rejects the handshake. */
export async function openRealtimeSocket(
  backend: TestBackend,
  options: RealtimeSocketOptions = {},
): Promise<RawRealtimeSocket> {
  const { vsn = '2.0.0' } = options
  const socket = new WebSocket(addressOf(backend, options), { headers: options.headers ?? {} })
  const frames: RealtimeMessage[] = []
  let asked = 0
  socket.on('message', (data) => frames.push(readFrame(textOf(data), vsn)))
  const closed = once(socket, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) }))
  await once(socket, 'open')
  return {
    frames,
    closed,
    send: (data) => socket.send(data),
    sendMessage(event, payload = {}, { topic = REALTIME_TEST_TOPIC, ref = 'r', join_ref = 'j' } = {}) {
      const parts = [join_ref, ref, topic, event, payload]
      socket.send(JSON.stringify(vsn === '2.0.0' ? parts : { join_ref, ref, topic, event, payload }))
    },
    async next(fits) {
      const deadline = Date.now() + 5_000
      for (;;) {
        const found = frames.findIndex((frame, index) => index >= asked && fits(frame))
        const frame = frames[found]
        if (frame) {
          asked = found + 1
          return frame
        }
        if (Date.now() > deadline) throw new Error(`No such frame came; these did: ${JSON.stringify(frames)}`)
        await pause(5)
      }
    },
    async [Symbol.asyncDispose]() {
      if (socket.readyState !== WebSocket.CLOSED) socket.terminate()
      await closed
    },
  }
}

/** Joins a Realtime channel and waits until its subscription is active. */
export async function joinRealtimeChannel(
  socket: RawRealtimeSocket,
  config: object,
  rest: object = {},
): Promise<RealtimeMessage> {
  socket.sendMessage('phx_join', { config, ...rest }, { ref: 'j' })
  return await socket.next(({ event }) => event === 'system')
}

/** Returns status and error of a rejected WebSocket handshake. Throws when the server accepts the handshake. */
export async function expectHandshakeRejected(backend: TestBackend, options: RealtimeSocketOptions = {}) {
  const socket = new WebSocket(addressOf(backend, options), { headers: options.headers ?? {} })
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; error: string }>()
  socket.on('error', reject)
  socket.on('open', () => {
    socket.terminate()
    reject(new Error('The handshake was not refused.'))
  })
  socket.on('unexpected-response', (_request, response) => {
    void response.toArray().then((chunks) => {
      const { error } = parse(object({ error: string() }), JSON.parse(Buffer.concat(chunks).toString()))
      resolve({ status: response.statusCode ?? 0, error })
    }, reject)
  })
  return await promise
}

/** Signs an access token with HS256. */
export function signTestAccessToken(secret: string, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

/** Waits until the condition `holds` returns true. Throws after thirty seconds. */
export async function waitForCondition(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It never happened: ${what}`)
    await pause(10)
  }
}

/** Returns the column `value` of the new row of each received database change, in order of arrival. */
export function listChangedValues(frames: readonly RealtimeMessage[]): unknown[] {
  return frames
    .filter(({ event }) => event === 'postgres_changes')
    .map(({ payload }) => parseDatabaseChange(payload).data.record?.['value'])
}

const change = looseObject({
  ids: array(unknown()),
  data: looseObject({
    type: string(),
    record: nullish(looseObject({})),
    old_record: nullish(looseObject({})),
    columns: array(looseObject({ name: string() })),
  }),
})

/** Parses the payload of a database change message. */
export function parseDatabaseChange(payload: Record<string, unknown>) {
  return parse(change, payload)
}

function addressOf(
  backend: TestBackend,
  { vsn = '2.0.0', apikey = backend.publishableKey }: RealtimeSocketOptions,
): string {
  const query = new URLSearchParams({ ...(apikey === '' ? {} : { apikey }), ...(vsn === '' ? {} : { vsn }) })
  return `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`
}

function textOf(data: RawData): string {
  return (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString()
}

function readFrame(text: string, vsn: string): RealtimeMessage {
  const value: unknown = JSON.parse(text)
  if (vsn === '2.0.0') {
    const [join_ref, ref, topic, event, payload] = parse(messages['2.0.0'], value)
    return { join_ref, ref, topic, event, payload }
  }
  const { join_ref, ref, topic, event, payload } = parse(messages['1.0.0'], value)
  return { join_ref, ref, topic, event, payload }
}
