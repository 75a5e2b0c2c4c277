/** Counts live sockets, in all and by network source, and says when there is no room for another one. */
export class SocketCount {
  readonly #limits: { sockets: number; socketsPerSource: number }
  readonly #bySource = new Map<string, number>()
  #total = 0

  constructor(limits: { sockets: number; socketsPerSource: number }) {
    this.#limits = limits
  }

  /** Takes a place and answers the function that gives it back (once, however often it is called); null when there is none. */
  enter(source: string): (() => void) | null {
    const fromSource = this.#bySource.get(source) ?? 0
    if (this.#total >= this.#limits.sockets || fromSource >= this.#limits.socketsPerSource) return null
    this.#total += 1
    this.#bySource.set(source, fromSource + 1)
    let isIn = true
    return () => {
      if (isIn) this.#leave(source)
      isIn = false
    }
  }

  get total(): number {
    return this.#total
  }

  #leave(source: string): void {
    this.#total -= 1
    const left = (this.#bySource.get(source) ?? 1) - 1
    if (left === 0) this.#bySource.delete(source)
    else this.#bySource.set(source, left)
  }
}
