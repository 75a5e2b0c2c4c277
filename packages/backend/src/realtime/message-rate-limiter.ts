/** A token bucket with the capacity `burst` that is refilled with `perSecond` tokens. The caller passes the current time. */
export class MessageRateLimiter {
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

  /** Takes one token. Returns false when the bucket is empty. */
  take(now: number): boolean {
    const earned = (Math.max(0, now - this.#at) / 1_000) * this.#perSecond
    this.#left = Math.min(this.#burst, this.#left + earned)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
