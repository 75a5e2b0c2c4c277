/** A token bucket: `burst` at once, then `perSecond`. Time is passed in, so that one clock serves all sockets. */
export class MessageRate {
  readonly #burst: number
  readonly #perSecond: number
  #left: number
  #at: number

  constructor(burst: number, perSecond: number, now: number) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#left = burst
    this.#at = now
  }

  /** Takes one; false when none is left. */
  take(now: number): boolean {
    const earned = (Math.max(0, now - this.#at) / 1_000) * this.#perSecond
    this.#left = Math.min(this.#burst, this.#left + earned)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
