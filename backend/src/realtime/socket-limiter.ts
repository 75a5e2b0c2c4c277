import { ClientNetworkCounter } from '../http/client-network-counter.ts'

/** Counts the open WebSockets, in total and per client IP network, and enforces the limits of both. */
export class SocketLimiter {
  readonly #sockets: number
  readonly #bySource: ClientNetworkCounter
  readonly #onFull: () => void
  #total = 0

  /** `onFull` is called whenever a socket is rejected because all clients together have reached `limits.sockets`. */
  constructor(limits: { sockets: number; socketsPerSource: number }, onFull: () => void) {
    this.#sockets = limits.sockets
    this.#bySource = new ClientNetworkCounter(limits.socketsPerSource)
    this.#onFull = onFull
  }

  /** Counts one more socket. Returns an idempotent function that removes it from the count, or null when a limit is reached. */
  enter(source: string): (() => void) | null {
    if (this.#total >= this.#sockets) {
      this.#onFull()
      return null
    }
    const leaveSource = this.#bySource.enter(source)
    if (leaveSource === null) return null
    this.#total += 1
    let isIn = true
    return () => {
      if (isIn) this.#total -= 1
      isIn = false
      leaveSource()
    }
  }

  get total(): number {
    return this.#total
  }
}
