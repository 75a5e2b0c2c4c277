import type { WebSocket } from 'ws'
import type { Keys } from '../http/keys.ts'
import type { Hub, Identity } from './admit-channel.ts'
import { Channel } from './channel.ts'
import { type ChannelProblem, type Closing, channelProblems, closings, reasonOf } from './errors.ts'
import { type ClientMessage, decodeFrame, encodeFrame, readBroadcastHeader } from './frame.ts'
import { REALTIME_LIMITS as LIMITS } from './limits.ts'
import { MessageRate } from './message-rate.ts'
import { EVENTS, type Message, PHOENIX_TOPIC, reply, TOPIC_PREFIX, type Version } from './protocol.ts'

/** What a socket's session is made from. */
export type SessionParts = {
  version: Version
  identity: Identity
  keys: Keys
  hub: Hub
  onFault(error: unknown): void
}

const OPEN = 1

/** One socket: reads its frames, keeps its limits, and hands messages to the channel of their topic. */
export class Session {
  readonly #socket: WebSocket
  readonly #parts: SessionParts
  readonly #channels = new Map<string, Channel>()
  readonly #rate: MessageRate
  readonly #joinRate: MessageRate
  readonly #closeAt: number
  #lastSeen: number
  #deadline: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, parts: SessionParts, now: number) {
    this.#socket = socket
    this.#parts = parts
    this.#rate = new MessageRate(LIMITS.messageBurst, LIMITS.messagesPerSecond, now)
    this.#joinRate = new MessageRate(LIMITS.joinBurst, LIMITS.joinsPerSecond, now)
    this.#lastSeen = now
    // Not all at once: sockets that were opened together are spread over a tenth of the time.
    this.#closeAt = now + LIMITS.maximumAgeMs * (1 - Math.random() / 10)
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary))
    socket.on('ping', () => this.#isHeard())
    socket.on('pong', () => this.#isHeard()) // the server sends no pings, so these are as unsolicited
    socket.on('close', () => {
      clearTimeout(this.#deadline)
      this.#end()
    })
    socket.on('error', () => this.#cutSoon()) // a broken frame or connection: ws begins the closing handshake by itself
  }

  /** Looks whether anything has run out: patience, age, keys or tokens. */
  sweep(now: number): void {
    const { expiresAt } = this.#parts.identity
    if (now - this.#lastSeen > LIMITS.idleMs) return this.close(closings.idle)
    if (now > this.#closeAt) return this.close(closings.tooOld)
    if (expiresAt !== null && expiresAt <= now) return this.close(closings.keyExpired)
    for (const channel of [...this.#channels.values()]) channel.expire(now)
  }

  /** Says goodbye. What the client still sends is not read any more. */
  close({ code, reason }: Closing): void {
    this.#end()
    this.#socket.close(code, reason)
    this.#cutSoon()
  }

  /** Cuts the connection without waiting for anything. */
  cut(): void {
    this.#end()
    this.#socket.terminate()
  }

  /** ws waits half a minute for a client to answer the closing handshake, and reads whatever it sends meanwhile. */
  #cutSoon(): void {
    this.#deadline ??= setTimeout(() => this.#socket.terminate(), LIMITS.closingMs)
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#socket.readyState !== OPEN || !this.#isHeard()) return
    try {
      if (isBinary) this.#receiveBinary(data)
      else this.#receiveText(data)
    } catch (error) {
      this.#parts.onFault(error)
      this.cut()
    }
  }

  #isHeard(): boolean {
    const now = Date.now()
    this.#lastSeen = now
    if (this.#rate.take(now)) return true
    this.close(closings.tooFast)
    return false
  }

  #receiveText(frame: Buffer): void {
    const message = decodeFrame(frame, this.#parts.version)
    if (message === null) return this.close(closings.notAMessage)
    if (message.topic === PHOENIX_TOPIC && message.event === EVENTS.heartbeat) return this.#write(reply(message, 'ok'))
    const asksDatabase = message.event === EVENTS.join || message.event === EVENTS.access_token
    if (asksDatabase && !this.#joinRate.take(Date.now())) return this.close(closings.tooFast)
    const channel = this.#channels.get(message.topic)
    if (channel) channel.receive(message)
    else if (message.event === EVENTS.join) this.#join(message)
    else this.#receiveStray(message)
  }

  /** Version 2 packs broadcasts into binary frames. They get their answer; other binary frames have no place here. */
  #receiveBinary(data: Buffer): void {
    const header = this.#parts.version === '2.0.0' ? readBroadcastHeader(data) : null
    if (header === null) return this.close(closings.binary)
    const message = { ...header, event: EVENTS.broadcast, payload: {} }
    const channel = this.#channels.get(header.topic)
    if (channel) channel.receive(message)
    else this.#receiveStray(message)
  }

  #join(message: ClientMessage): void {
    const problem = this.#whyNot(message.topic)
    if (problem) return this.#write(reply(message, 'error', { reason: reasonOf(problem) }))
    const channel = this.#newChannel(message.topic)
    this.#channels.set(message.topic, channel)
    channel.receive(message)
  }

  #whyNot(topic: string): ChannelProblem | null {
    if (!topic.startsWith(TOPIC_PREFIX)) return channelProblems.unmatchedTopic
    if (topic === TOPIC_PREFIX) return channelProblems.topicNameRequired
    return this.#channels.size >= LIMITS.channelsPerSocket ? channelProblems.tooManyChannels : null
  }

  /** A message on a topic that is not joined: a channel in its first state knows the answer. */
  #receiveStray(message: ClientMessage): void {
    this.#newChannel(message.topic).receive(message)
  }

  #newChannel(topic: string): Channel {
    const channel: Channel = new Channel(topic, {
      ...this.#parts,
      write: (message) => this.#write(message),
      writeFrame: (frame) => this.#writeFrame(frame),
      forget: () => {
        if (this.#channels.get(topic) === channel) this.#channels.delete(topic)
      },
    })
    return channel
  }

  #write(message: Message): void {
    this.#writeFrame(Buffer.from(encodeFrame(message, this.#parts.version)))
  }

  #writeFrame(frame: Buffer): void {
    if (this.#socket.readyState !== OPEN) return
    // A reader this slow would have the server's memory fill up for it. It finds out when it reads again, and reconnects.
    if (this.#socket.bufferedAmount > LIMITS.bufferedBytes) return this.cut()
    this.#socket.send(frame, { binary: false })
  }

  #end(): void {
    for (const channel of this.#channels.values()) channel.drop()
    this.#channels.clear()
  }
}
