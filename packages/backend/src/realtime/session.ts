import type { WebSocket } from 'ws'
import type { ServerKeys } from '../http/keys.ts'
import type { ChannelAuthorizationHub, WebSocketCaller } from './authorize-channel.ts'
import { SocketChannel } from './channel.ts'
import {
  type ChannelErrorDefinition,
  channelErrorDefinitions,
  formatChannelErrorReason,
  type SocketCloseReason,
  socketCloseReasons,
} from './errors.ts'
import { type ClientMessage, decodeFrame, encodeFrame, parseBroadcastHeader } from './frame.ts'
import { REALTIME_LIMITS as LIMITS } from './limits.ts'
import { MessageRateLimiter } from './message-rate-limiter.ts'
import {
  CHANNEL_TOPIC_PREFIX,
  type ChannelMessage,
  createReplyMessage,
  HEARTBEAT_TOPIC,
  PHOENIX_EVENTS,
  type SerializerVersion,
} from './protocol.ts'

/** The dependencies of the session of a WebSocket. */
export type SocketSessionDependencies = {
  version: SerializerVersion
  identity: WebSocketCaller
  keys: ServerKeys
  hub: ChannelAuthorizationHub
  /** Runs a task that queries the database, in the turn of the client's IP network. */
  inTurn<T>(task: () => Promise<T>): Promise<T>
  onFault(error: unknown): void
}

const OPEN = 1

/** The session of one WebSocket: decodes its frames, enforces its limits, and dispatches messages to the channel of their topic. */
export class SocketSession {
  readonly #socket: WebSocket
  readonly #dependencies: SocketSessionDependencies
  readonly #channels = new Map<string, SocketChannel>()
  readonly #rate: MessageRateLimiter
  readonly #joinRate: MessageRateLimiter
  readonly #closeAt: number
  #lastSeen: number
  #deadline: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, dependencies: SocketSessionDependencies, now: number) {
    this.#socket = socket
    this.#dependencies = dependencies
    this.#rate = new MessageRateLimiter(LIMITS.messageBurst, LIMITS.messagesPerSecond, now)
    this.#joinRate = new MessageRateLimiter(LIMITS.joinBurst, LIMITS.joinsPerSecond, now)
    this.#lastSeen = now
    // Shortens the socket's maximum age by up to a tenth at random, so that sockets that were opened at the same time do not all reconnect
    // at the same time.
    this.#closeAt = now + LIMITS.maximumAgeMs * (1 - Math.random() / 10)
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary))
    socket.on('ping', () => this.#countMessage())
    socket.on('pong', () => this.#countMessage()) // the server sends no pings, so every pong is unsolicited
    socket.on('close', () => {
      clearTimeout(this.#deadline)
      this.#end()
    })
    // After a malformed frame or a broken connection, the ws library starts the closing handshake itself. This listener only limits its
    // duration.
    socket.on('error', () => this.#terminateSoon())
  }

  /** Closes the socket when it is idle, too old, or its API key has expired. Ends channels whose access token has expired. */
  sweep(now: number): void {
    const { expiresAt } = this.#dependencies.identity
    if (now - this.#lastSeen > LIMITS.idleMs) return this.close(socketCloseReasons.idle)
    if (now > this.#closeAt) return this.close(socketCloseReasons.tooOld)
    if (expiresAt !== null && expiresAt <= now) return this.close(socketCloseReasons.keyExpired)
    for (const channel of [...this.#channels.values()]) channel.expire(now)
  }

  /** Starts the closing handshake. Messages that the client sends afterwards are ignored. */
  close({ code, reason }: SocketCloseReason): void {
    this.#end()
    this.#socket.close(code, reason)
    this.#terminateSoon()
  }

  /** Terminates the connection without a closing handshake. */
  terminate(): void {
    this.#end()
    this.#socket.terminate()
  }

  /** Terminates the connection after a short timeout. The ws library would wait 30 seconds for the client's closing frame. */
  #terminateSoon(): void {
    this.#deadline ??= setTimeout(() => this.#socket.terminate(), LIMITS.closingMs)
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#socket.readyState !== OPEN || !this.#countMessage()) return
    try {
      if (isBinary) this.#receiveBinary(data)
      else this.#receiveText(data)
    } catch (error) {
      this.#dependencies.onFault(error)
      this.terminate()
    }
  }

  #countMessage(): boolean {
    const now = Date.now()
    this.#lastSeen = now
    // The ws library answers a ping before this listener runs, whether or not the client reads.
    if (this.#socket.bufferedAmount > LIMITS.bufferedBytes) {
      this.terminate()
      return false
    }
    if (this.#rate.take(now)) return true
    this.close(socketCloseReasons.tooFast)
    return false
  }

  #receiveText(frame: Buffer): void {
    const message = decodeFrame(frame, this.#dependencies.version)
    if (message === null) return this.close(socketCloseReasons.notAMessage)
    if (message.topic === HEARTBEAT_TOPIC && message.event === PHOENIX_EVENTS.heartbeat)
      return this.#write(createReplyMessage(message, 'ok'))
    const asksDatabase = message.event === PHOENIX_EVENTS.join || message.event === PHOENIX_EVENTS.access_token
    if (asksDatabase && !this.#joinRate.take(Date.now())) return this.close(socketCloseReasons.tooFast)
    const channel = this.#channels.get(message.topic)
    if (channel) channel.receive(message)
    else if (message.event === PHOENIX_EVENTS.join) this.#join(message)
    else this.#receiveUnjoined(message)
  }

  /**
   * Handles a binary frame. Clients with serializer version 2 send broadcasts as binary frames, which get a reply; any other binary frame
   * closes the socket.
   */
  #receiveBinary(data: Buffer): void {
    const header = this.#dependencies.version === '2.0.0' ? parseBroadcastHeader(data) : null
    if (header === null) return this.close(socketCloseReasons.binary)
    const message = { ...header, event: PHOENIX_EVENTS.broadcast, payload: {} }
    const channel = this.#channels.get(header.topic)
    if (channel) channel.receive(message)
    else this.#receiveUnjoined(message)
  }

  #join(message: ClientMessage): void {
    const problem = this.#findJoinProblem(message.topic)
    if (problem) return this.#write(createReplyMessage(message, 'error', { reason: formatChannelErrorReason(problem) }))
    const channel = this.#newChannel(message.topic)
    this.#channels.set(message.topic, channel)
    channel.receive(message)
  }

  #findJoinProblem(topic: string): ChannelErrorDefinition | null {
    if (!topic.startsWith(CHANNEL_TOPIC_PREFIX)) return channelErrorDefinitions.unmatchedTopic
    if (topic === CHANNEL_TOPIC_PREFIX) return channelErrorDefinitions.topicNameRequired
    return this.#channels.size >= LIMITS.channelsPerSocket ? channelErrorDefinitions.tooManyChannels : null
  }

  /**
   * Handles a message on a topic that the socket has not joined: creates a temporary channel in the state `absent`, which sends the reply.
   */
  #receiveUnjoined(message: ClientMessage): void {
    this.#newChannel(message.topic).receive(message)
  }

  #newChannel(topic: string): SocketChannel {
    const channel: SocketChannel = new SocketChannel(topic, {
      ...this.#dependencies,
      write: (message) => this.#write(message),
      writeFrame: (frame) => this.#writeFrame(frame),
      onEnd: () => {
        if (this.#channels.get(topic) === channel) this.#channels.delete(topic)
      },
    })
    return channel
  }

  #write(message: ChannelMessage): void {
    this.#writeFrame(Buffer.from(encodeFrame(message, this.#dependencies.version)))
  }

  #writeFrame(frame: Buffer): void {
    if (this.#socket.readyState !== OPEN) return
    // A client that reads too slowly would fill the server's memory. After the connection is terminated, the client reconnects.
    if (this.#socket.bufferedAmount > LIMITS.bufferedBytes) return this.terminate()
    this.#socket.send(frame, { binary: false })
  }

  #end(): void {
    for (const channel of this.#channels.values()) channel.drop()
    this.#channels.clear()
  }
}
