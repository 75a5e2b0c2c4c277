import { EventEmitter } from 'node:events'
import { setImmediate as soon } from 'node:timers/promises'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import type { TableAccess } from '../src/database/port/table-access-store.ts'
import { httpErrors } from '../src/http/http-errors.ts'
import type { ServerKeys } from '../src/http/keys.ts'
import type { ChannelAuthorizationHub } from '../src/realtime/authorize-channel.ts'
import type { ChannelState } from '../src/realtime/channel-states.ts'
import { type ClientMessage, decodeFrame } from '../src/realtime/frame.ts'
import { SocketSession } from '../src/realtime/session.ts'
import { SubscriberRegistry } from '../src/realtime/subscribers.ts'

/** The topic of the channel in the session tests. */
export const TEST_CHANNEL_TOPIC = 'realtime:seats'
/** The subscription to row changes in the session tests. */
export const TEST_SUBSCRIPTION = {
  event: '*',
  schema: 'public',
  table: 'settings',
  filter: 'key=eq.open_seats',
}
/** The start time of the sessions in the session tests. */
export const TEST_SESSION_START_MS = Date.now()

/** Test data: the privileges of the role `anon` for the table that the session tests subscribe to. */
export const TEST_TABLE_ACCESS: TableAccess = {
  columns: [
    { name: 'key', type: 'text' },
    { name: 'value', type: 'text' },
  ],
  primaryKey: ['key'],
  isRowSecured: true,
  rule: '(true)',
  readsClaims: false,
}

class FakeSocket extends EventEmitter {
  readyState: number = WebSocket.OPEN
  bufferedAmount = 0
  closed: [code: number, reason: string] | null = null
  isTerminated = false
  sent: ClientMessage[] = []
  send(frame: Buffer) {
    const message = decodeFrame(frame, '2.0.0')
    if (message === null) throw new Error(`The session wrote a malformed message: ${frame.toString()}`)
    this.sent.push(message)
  }
  close(code: number, reason: string) {
    this.closed ??= [code, reason]
    this.readyState = WebSocket.CLOSING
  }
  terminate() {
    this.isTerminated = true
    this.readyState = WebSocket.CLOSED
  }
}

/** Opens a session on a fake socket. The session's database queries stay pending until the test resolves them through `answers`. */
export function openFakeSession({ expiresAt = null as number | null } = {}) {
  const socket = new FakeSocket()
  const subscribers = new SubscriberRegistry()
  const answers = [] as PromiseWithResolvers<TableAccess | null>[]
  const stopWatching = vi.fn()
  const onFault = vi.fn()
  const hub: ChannelAuthorizationHub = {
    access: {
      announceAll: async () => {},
      of() {
        const answer = Promise.withResolvers<TableAccess | null>()
        answers.push(answer)
        return answer.promise
      },
    },
    watched: { watch: async () => stopWatching },
    subscribers,
    whenIdle: (act) => act(),
  }
  const keys: Pick<ServerKeys, 'verifyToken'> = {
    async verifyToken(token) {
      if (token === 'expired') throw httpErrors.expiredToken()
      if (token.startsWith('bad')) throw httpErrors.invalidToken()
      return { role: 'authenticated', sub: token, exp: Math.ceil(TEST_SESSION_START_MS / 1_000) + 30 }
    },
  }
  const identity = { caller: { role: 'anon' as const, claims: { role: 'anon' }, source: '' }, expiresAt }
  const session = new SocketSession(
    socket as unknown as WebSocket,
    { version: '2.0.0', identity, keys: keys as ServerKeys, hub, inTurn: (task) => task(), onFault },
    TEST_SESSION_START_MS,
  )
  const sendEvent = (
    event: string,
    payload: object = {},
    ref = 'r',
    join_ref: string | null = 'j',
    topic = TEST_CHANNEL_TOPIC,
  ) => socket.emit('message', Buffer.from(JSON.stringify([join_ref, ref, topic, event, payload])), false)
  const join = (postgres_changes: object[] = [TEST_SUBSCRIPTION], rest: object = {}) =>
    sendEvent('phx_join', { config: { postgres_changes }, ...rest }, 'j')
  const listeners = () => subscribers.all().reduce((sum, { members }) => sum + members.size, 0)
  return {
    socket,
    session,
    subscribers,
    answers,
    stopWatching,
    onFault,
    sendEvent,
    join,
    listeners,
    last: () => socket.sent.at(-1),
  }
}

/** The fake socket, session and helpers that `openSession` returns. */
export type FakeConnection = ReturnType<typeof openFakeSession>

/** Opens a session whose channel is in the given state, and clears the sent messages. */
export async function openFakeSessionInState(state: ChannelState): Promise<FakeConnection> {
  const opened = openFakeSession()
  if (state !== 'absent') opened.join()
  if (state !== 'absent') await soon()
  if (state === 'joined') {
    opened.answers.shift()?.resolve(TEST_TABLE_ACCESS)
    await soon()
  }
  opened.socket.sent = []
  return opened
}
