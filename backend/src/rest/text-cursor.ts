import { restErrors } from './errors.ts'

/** Reads a text from the front, one token after the other. What does not fit is refused with PGRST100 and its place. */
export class TextCursor {
  readonly #text: string
  readonly #what: string
  #at = 0

  /** `what` names the thing that is parsed, for the refusal. */
  constructor(text: string, what: string) {
    this.#text = text
    this.#what = what
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  /** Takes what the sticky pattern matches here, or nothing. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return null
    this.#at += match[0].length
    return match
  }

  /** Takes these very characters if they are next. */
  takeText(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  /** Takes these very characters, or refuses. */
  expect(text: string): void {
    if (!this.takeText(text)) throw this.refusal(`"${text}"`)
  }

  /** Takes all that is left. */
  takeRest(): string {
    const rest = this.#text.slice(this.#at)
    this.#at = this.#text.length
    return rest
  }

  /** The refusal for "something else should stand here". */
  refusal(expected: string): Error {
    return restErrors.badQuery({
      message: `"failed to parse ${this.#what} (${this.#text})" (line 1, column ${this.#at + 1})`,
      details: this.isAtEnd ? `unexpected end of input expecting ${expected}` : `expecting ${expected}`,
    })
  }
}
