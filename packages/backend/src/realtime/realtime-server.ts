import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import { ROW_CHANGE_CHANNEL } from '../database/port/row-change.ts'
import { stopCountingConnection } from '../http/client-connection-limiter.ts'
import { ClientNetworkCounter } from '../http/client-network-counter.ts'
import { getAllowedOrigins } from '../http/cors.ts'
import { Refusal } from '../http/errors.ts'
import { httpErrors } from '../http/http-errors.ts'
import { TaskQueueFull } from '../http/task-queue.ts'
import type { ServiceDependencies } from '../services.ts'
import { ChannelJoinError } from './authorize-channel.ts'
import { RowChangeHub } from './change-hub.ts'
import { channelErrorDefinitions, handshakeErrors, renderRealtimeError, socketCloseReasons } from './errors.ts'
import { type AcceptedHandshake, acceptHandshake } from './handshake.ts'
import { REALTIME_LIMITS as LIMITS } from './limits.ts'
import { rejectWebSocketUpgrade } from './refuse-upgrade.ts'
import { SocketSession, type SocketSessionDependencies } from './session.ts'

/** The WebSocket server: accepts handshakes, manages the sessions of open sockets, and closes them when the server stops. */
export class RealtimeServer {
  readonly #services: ServiceDependencies
  readonly #hub: RowChangeHub
  readonly #count: ClientNetworkCounter
  readonly #origins: ReadonlySet<string>
  readonly #sessions = new Set<SocketSession>()
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: LIMITS.frameBytes,
    maxFragments: LIMITS.fragmentsPerFrame,
    // No compression: its buffers would take most of a socket's memory, and frames have only a few hundred bytes.
    perMessageDeflate: false,
  })
  readonly #sweep: NodeJS.Timeout
  #stopListening: (() => Promise<void>) | null = null
  #isListening = false
  #isStopping = false

  constructor(services: ServiceDependencies) {
    this.#services = services
    this.#hub = new RowChangeHub(services)
    const { sockets, socketsPerSource } = services.config.limits
    const onFull = () => services.application.globalLimitReached('sockets')
    this.#count = new ClientNetworkCounter(socketsPerSource, sockets, onFull)
    this.#origins = getAllowedOrigins(services.config)
    services.metrics.addSource({
      describe: {
        realtime_sockets: { type: 'gauge', help: 'Live sockets.' },
        realtime_listening: { type: 'gauge', help: '1 while the server listens for row changes of the database.' },
      },
      read: () => ({ realtime_sockets: this.#count.all, realtime_listening: this.#isListening ? 1 : 0 }),
    })
    this.#sweep = setInterval(() => this.#sweepSessions(), LIMITS.sweepMs).unref()
    // By default the ws library responds with an HTML page to a handshake that violates RFC 6455.
    this.#sockets.on('wsClientError', (cause, socket) => this.#refuse(socket, handshakeErrors.notAHandshake({ cause })))
  }

  /** Subscribes to the database's notifications of row changes (LISTEN). Rejects when the database is unavailable. */
  async start(): Promise<void> {
    this.#stopListening = await this.#services.database.listen(ROW_CHANGE_CHANNEL, {
      onMessage: (payload) => this.#hub.receive(payload),
      onReconnect: () => {
        this.#setListening(true)
        this.#hub.missed()
      },
      onLost: () => this.#setListening(false),
    })
    this.#isListening = true
  }

  /** Handles an upgrade request: opens a WebSocket, or rejects the request with a plain HTTP response. */
  async upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
    const timeout = setTimeout(() => connection.destroy(), LIMITS.handshakeMs)
    try {
      if (this.#isStopping) throw handshakeErrors.stopping()
      const { keys, sourceOf } = this.#services
      const admitted = await acceptHandshake(request, { keys, sourceOf, origins: this.#origins, count: this.#count })
      connection.once('close', admitted.leave)
      if (connection.destroyed) return admitted.leave()
      this.#sockets.handleUpgrade(request, connection, head, (socket) => {
        stopCountingConnection(connection)
        this.#open(socket, admitted)
      })
    } catch (error) {
      this.#refuse(connection, error)
    } finally {
      clearTimeout(timeout)
    }
  }

  /** Closes every socket with a close code after which clients reconnect, and waits briefly for the closing handshakes. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#sweep)
    this.#hub.close()
    for (const session of this.#sessions) session.close(socketCloseReasons.stopping)
    // UNLISTEN fails when the database is unavailable. This error is ignored, because the server then receives no notifications anyway.
    await this.#stopListening?.().catch(() => {})
    const deadline = Date.now() + LIMITS.shutdownMs
    while (this.#sessions.size > 0 && Date.now() < deadline) await pause(10)
    for (const session of this.#sessions) session.terminate()
  }

  #setListening(isListening: boolean): void {
    this.#isListening = isListening
    const { log } = this.#services
    if (isListening) log.info({ event: 'realtime_listening_restored' })
    else
      log.warn(
        { event: 'realtime_listening_lost' },
        'Listening for row changes stopped; live updates pause until the database reconnects',
      )
  }

  #open(socket: WebSocket, { version, identity }: AcceptedHandshake): void {
    const { keys, log, turns } = this.#services
    const { role, source } = identity.caller
    const inTurn: SocketSessionDependencies['inTurn'] = (task) =>
      role === 'service_role' ? task() : turns.takeFor(source, task).catch(refuseFullQueue)
    const onFault = (err: unknown) =>
      log.error({ event: 'fault', err }, 'A realtime channel failed because of an unexpected error')
    const session = new SocketSession(socket, { version, identity, keys, hub: this.#hub, inTurn, onFault }, Date.now())
    this.#sessions.add(session)
    socket.once('close', () => this.#sessions.delete(session))
    if (this.#isStopping) session.close(socketCloseReasons.stopping)
  }

  #refuse(connection: Duplex, error: unknown): void {
    const { log } = this.#services
    const refusal = error instanceof Refusal ? error : httpErrors.internal()
    if (refusal === error) log.info({ event: 'websocket_refused', status: refusal.status, code: refusal.code })
    else
      log.error(
        { event: 'fault', err: error },
        'A WebSocket handshake failed because of an unexpected error; the client gets a 500',
      )
    rejectWebSocketUpgrade(connection, renderRealtimeError(refusal))
  }

  #sweepSessions(): void {
    const now = Date.now()
    for (const session of this.#sessions) session.sweep(now)
  }
}

function refuseFullQueue(cause: unknown): never {
  if (!(cause instanceof TaskQueueFull)) throw cause
  throw new ChannelJoinError(channelErrorDefinitions.databaseUnavailable, { cause, isTemporary: true })
}
