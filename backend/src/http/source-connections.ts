import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { plainAddress, sourceKey, trustedPeers } from './source.ts'
import { SourceCount } from './source-count.ts'

const NOTICE_INTERVAL_MS = 60_000

/** By connection: the function that ends its count. */
const counted = new WeakMap<Duplex, () => void>()

/**
 * Limits the open HTTP connections per network source (`LIMIT_CONNECTIONS_PER_SOURCE`). Connections of a trusted proxy carry requests
 * of many sources and are not limited; `limitProxiedRequests` counts those requests.
 */
export class SourceConnections {
  readonly #isTrusted: (address: string) => boolean
  readonly #count: SourceCount
  #refused = 0
  #noticedAt = -Infinity
  #onRefused: (refused: number) => void = () => {}

  constructor(perSource: number, trustedProxies: readonly string[]) {
    this.#isTrusted = trustedPeers(trustedProxies)
    this.#count = new SourceCount(perSource)
  }

  /** Calls `notice` once a minute at most, with the number of connections refused so far. */
  onRefused(notice: (refused: number) => void): void {
    this.#onRefused = notice
  }

  /** Counts a connection until it closes or `stopCounting` is called. Returns false when its source is at the limit. */
  admit(socket: Socket): boolean {
    const peer = plainAddress(socket.remoteAddress ?? '')
    if (this.#isTrusted(peer)) return true
    const leave = this.#count.enter(sourceKey(peer))
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

/** Stops counting a connection that was upgraded to a WebSocket, which has a limit of its own (`LIMIT_SOCKETS_PER_SOURCE`). */
export function stopCounting(connection: Duplex): void {
  counted.get(connection)?.()
}
