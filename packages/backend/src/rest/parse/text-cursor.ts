import { restErrors } from '../errors.ts'

/** A parser position in a text, which is parsed token by token. Throws PGRST100 with the position of an unexpected character. */
export class TextCursor {
  readonly #text: string
  readonly #what: string
  #at = 0

  /** `what` names the parsed text in error messages. */
  constructor(text: string, what: string) {
    this.#text = text
    this.#what = what
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  /** Consumes and returns a match of the sticky pattern at the current position, or null. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return null
    this.#at += match[0].length
    return match
  }

  /** Consumes the given text if it is next. Returns whether it was. */
  takeText(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  /** Consumes the given text. Throws when it is not next. */
  expect(text: string): void {
    if (!this.takeText(text)) throw this.refusal(`"${text}"`)
  }

  /** Consumes and returns the remaining text. */
  takeRest(): string {
    const rest = this.#text.slice(this.#at)
    this.#at = this.#text.length
    return rest
  }

  /** Returns the error for an unexpected character at the current position. */
  refusal(expected: string): Error {
    return restErrors.badQuery({
      message: `"failed to parse ${this.#what} (${this.#text})" (line 1, column ${this.#at + 1})`,
      details: this.isAtEnd ? `unexpected end of input expecting ${expected}` : `expecting ${expected}`,
    })
  }
}
