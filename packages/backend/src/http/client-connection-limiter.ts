import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createTrustedProxyMatcher, getClientNetworkKey, stripPort } from './client-network.ts'
import { ClientNetworkCounter } from './client-network-counter.ts'

const NOTICE_INTERVAL_MS = 60_000

/** For each counted connection, the function that stops counting it. */
const counted = new WeakMap<Duplex, () => void>()

/**
 * Limits the open HTTP connections per client IP network (`LIMIT_CONNECTIONS_PER_SOURCE`) and for the networks around it. Connections of a trusted proxy carry requests of
 * many clients and are not limited; `limitConcurrentProxyRequests` limits those requests.
 */
export class ClientConnectionLimiter {
  readonly #isTrusted: (address: string) => boolean
  readonly #count: ClientNetworkCounter
  #refused = 0
  #noticedAt = -Infinity
  #onRefused: (refused: number) => void = () => {}

  constructor(perSource: number, trustedProxies: readonly string[], total = Infinity) {
    this.#isTrusted = createTrustedProxyMatcher(trustedProxies)
    this.#count = new ClientNetworkCounter(perSource, total)
  }

  /** Sets a callback that is called at most once a minute with the total number of rejected connections. */
  onRefused(notice: (refused: number) => void): void {
    this.#onRefused = notice
  }

  /** Counts a connection until it closes or `stopCountingConnection` is called. Returns false when its client IP network has reached the limit. */
  admit(socket: Socket): boolean {
    const peer = stripPort(socket.remoteAddress ?? '')
    if (this.#isTrusted(peer)) return true
    const leave = this.#count.enter(getClientNetworkKey(peer))
    if (leave === null) {
      this.#refuse()
      return false
    }
    counted.set(socket, leave)
    socket.once('close', leave)
    return true
  }

  #refuse(): void {
    this.#refused += 1
    const now = performance.now()
    if (now - this.#noticedAt < NOTICE_INTERVAL_MS) return
    this.#noticedAt = now
    this.#onRefused(this.#refused)
  }
}

/** Stops counting a connection that was upgraded to a WebSocket, because WebSockets have a separate limit (`LIMIT_SOCKETS_PER_SOURCE`). */
export function stopCountingConnection(connection: Duplex): void {
  counted.get(connection)?.()
}
