import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import { ROW_CHANGE_CHANNEL } from '../database/row-change.ts'
import { allowedOrigins } from '../http/cors.ts'
import { Refusal } from '../http/errors.ts'
import { httpErrors } from '../http/http-errors.ts'
import { stopCounting } from '../http/source-connections.ts'
import type { Services } from '../services.ts'
import { ChangeHub } from './change-hub.ts'
import { closings, handshakeErrors, renderRealtimeError } from './errors.ts'
import { type Admitted, admitHandshake } from './handshake.ts'
import { REALTIME_LIMITS as LIMITS } from './limits.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'
import { Session } from './session.ts'
import { SocketCount } from './socket-count.ts'

/** Live sockets: takes handshakes, keeps sessions, and says goodbye when the server stops. */
export class RealtimeServer {
  readonly #services: Services
  readonly #hub: ChangeHub
  readonly #count: SocketCount
  readonly #origins: ReadonlySet<string>
  readonly #sessions = new Set<Session>()
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: LIMITS.frameBytes,
    maxFragments: LIMITS.fragmentsPerFrame,
    perMessageDeflate: false, // its buffers would be most of a socket's memory, for frames of a few hundred bytes
  })
  readonly #sweep: NodeJS.Timeout
  #stopListening: (() => Promise<void>) | null = null
  #isListening = false
  #isStopping = false

  constructor(services: Services) {
    this.#services = services
    this.#hub = new ChangeHub(services.database, services.log)
    this.#count = new SocketCount(services.config.limits, () => services.ceilings.reached('sockets'))
    this.#origins = allowedOrigins(services.config)
    services.metrics.addSource({
      describe: {
        realtime_sockets: { type: 'gauge', help: 'Live sockets.' },
        realtime_listening: { type: 'gauge', help: '1 while changes of the database are heard.' },
      },
      read: () => ({ realtime_sockets: this.#count.total, realtime_listening: this.#isListening ? 1 : 0 }),
    })
    this.#sweep = setInterval(() => this.#sweepSessions(), LIMITS.sweepMs).unref()
    // ws would answer a handshake that breaks RFC 6455 with an HTML page.
    this.#sockets.on('wsClientError', (cause, socket) => this.#refuse(socket, handshakeErrors.notAHandshake({ cause })))
  }

  /** Begins to hear changes. Rejects when the database is away. */
  async start(): Promise<void> {
    this.#stopListening = await this.#services.database.listen(ROW_CHANGE_CHANNEL, {
      onMessage: (payload) => this.#hub.receive(payload),
      onReconnect: () => {
        this.#hears(true)
        this.#hub.missed()
      },
      onLost: () => this.#hears(false),
    })
    this.#isListening = true
  }

  /** Answers an upgrade request: with a socket, or with a refusal as plain HTTP. */
  async upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
    const patience = setTimeout(() => connection.destroy(), LIMITS.handshakeMs)
    try {
      if (this.#isStopping) throw handshakeErrors.stopping()
      const { keys, sourceOf } = this.#services
      const admitted = await admitHandshake(request, { keys, sourceOf, origins: this.#origins, count: this.#count })
      connection.once('close', admitted.leave)
      if (connection.destroyed) return admitted.leave()
      this.#sockets.handleUpgrade(request, connection, head, (socket) => {
        stopCounting(connection)
        this.#open(socket, admitted)
      })
    } catch (error) {
      this.#refuse(connection, error)
    } finally {
      clearTimeout(patience)
    }
  }

  /** Closes every socket in a way that makes clients come back, and waits a moment for them to agree. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#sweep)
    this.#hub.close()
    for (const session of this.#sessions) session.close(closings.stopping)
    await this.#stopListening?.().catch(() => {}) // a database that is away no longer tells us anything anyway
    const deadline = Date.now() + LIMITS.farewellMs
    while (this.#sessions.size > 0 && Date.now() < deadline) await pause(10)
    for (const session of this.#sessions) session.cut()
  }

  #hears(isListening: boolean): void {
    this.#isListening = isListening
    const { log } = this.#services
    if (isListening) log.info({ event: 'changes_heard' })
    else log.warn({ event: 'changes_unheard' }, 'Live figures stand still until the database can be heard again')
  }

  #open(socket: WebSocket, { version, identity }: Admitted): void {
    const { keys, log } = this.#services
    const onFault = (err: unknown) =>
      log.error({ event: 'fault', err }, 'A live channel failed through a fault of ours')
    const session = new Session(socket, { version, identity, keys, hub: this.#hub, onFault }, Date.now())
    this.#sessions.add(session)
    socket.once('close', () => this.#sessions.delete(session))
    if (this.#isStopping) session.close(closings.stopping)
  }

  #refuse(connection: Duplex, error: unknown): void {
    const { log } = this.#services
    const refusal = error instanceof Refusal ? error : httpErrors.internal()
    if (refusal === error) log.info({ event: 'socket_refused', status: refusal.status, code: refusal.code })
    else log.error({ event: 'fault', err: error }, 'A handshake failed through a fault of ours')
    refuseUpgrade(connection, renderRealtimeError(refusal))
  }

  #sweepSessions(): void {
    const now = Date.now()
    for (const session of this.#sessions) session.sweep(now)
  }
}
