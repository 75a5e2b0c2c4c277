/** Counts what is open at a time by network source, up to `limit` from each. */
export class SourceCount {
  readonly #limit: number
  readonly #open = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts one more. Returns the function that takes it back (calling it again does nothing), or null when the source is at its limit. */
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

  /** How many sources have something open. */
  get sources(): number {
    return this.#open.size
  }

  #leave(source: string): void {
    const left = (this.#open.get(source) ?? 1) - 1
    if (left === 0) this.#open.delete(source)
    else this.#open.set(source, left)
  }
}
