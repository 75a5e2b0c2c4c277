import { getNetworksAround } from './client-network.ts'

/**
 * Counts open items, such as connections or requests, per client IP network and for the networks around it (`getNetworksAround`). A source
 * may have up to `limit` items and a wider network a multiple of it, all networks together up to `total`, and one network never more than
 * half of what is left of `total`, or one.
 */
export class ClientNetworkCounter {
  readonly #limit: number
  readonly #total: number
  readonly #onFull: () => void
  readonly #open = new Map<string, number>()
  #all = 0

  /** `onFull` is called whenever an item is rejected because all networks together have reached `total`. */
  constructor(limit: number, total = Infinity, onFull = () => {}) {
    this.#limit = limit
    this.#total = total
    this.#onFull = onFull
  }

  /** Counts one more item. Returns an idempotent function that removes the item, or null when a limit is reached. */
  enter(source: string): (() => void) | null {
    if (this.isFull) {
      this.#onFull()
      return null
    }
    const networks = getNetworksAround(source)
    const share = Math.max(1, (this.#total - this.#all) / 2)
    if (networks.some(({ network, times }) => this.#count(network) + 1 > Math.min(this.#limit * times, share)))
      return null
    this.#add(networks, 1)
    let isOpen = true
    return () => {
      if (isOpen) this.#add(networks, -1)
      isOpen = false
    }
  }

  /** Whether all networks together have reached the total. */
  get isFull(): boolean {
    return this.#all >= this.#total
  }

  /** The number of open items. */
  get all(): number {
    return this.#all
  }

  /** The number of networks with open items. */
  get networks(): number {
    return this.#open.size
  }

  #count(network: string): number {
    return this.#open.get(network) ?? 0
  }

  #add(networks: readonly { network: string }[], difference: 1 | -1): void {
    this.#all += difference
    for (const { network } of networks) {
      const count = this.#count(network) + difference
      if (count === 0) this.#open.delete(network)
      else this.#open.set(network, count)
    }
  }
}
