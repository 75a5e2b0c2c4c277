import { ClientNetworkCounter } from '../http/client-network-counter.ts'

/** Counts the open WebSockets, in total and per client IP network, and enforces the limits of both. */
export class SocketLimiter {
  readonly #count: ClientNetworkCounter
  readonly #onFull: () => void

  /** `onFull` is called whenever a socket is rejected because all clients together have reached `limits.sockets`. */
  constructor(limits: { sockets: number; socketsPerSource: number }, onFull: () => void) {
    this.#count = new ClientNetworkCounter(limits.socketsPerSource, limits.sockets)
    this.#onFull = onFull
  }

  /** Counts one more socket. Returns an idempotent function that removes it from the count, or null when a limit is reached. */
  enter(source: string): (() => void) | null {
    if (this.#count.isFull) this.#onFull()
    return this.#count.enter(source)
  }

  get total(): number {
    return this.#count.all
  }
}
