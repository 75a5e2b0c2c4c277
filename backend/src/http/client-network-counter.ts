/** Counts open items, such as connections or requests, per client IP network. Each network may have up to `limit` items. */
export class ClientNetworkCounter {
  readonly #limit: number
  readonly #open = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts one more item. Returns an idempotent function that removes the item, or null when the client IP network has reached its limit. */
  enter(source: string): (() => void) | null {
    const open = this.#open.get(source) ?? 0
    if (open >= this.#limit) return null
    this.#open.set(source, open + 1)
    let isOpen = true
    return () => {
      if (isOpen) this.#leave(source)
      isOpen = false
    }
  }

  /** The number of client IP networks with open items. */
  get sources(): number {
    return this.#open.size
  }

  #leave(source: string): void {
    const left = (this.#open.get(source) ?? 1) - 1
    if (left === 0) this.#open.delete(source)
    else this.#open.set(source, left)
  }
}
