/** `bad_key`: a release key cannot be opened. `bad_release`: something about a release is wrong. */
export type ReleaseFailureCode = 'bad_key' | 'bad_release'

/** An error that the person who publishes can fix. It has a message of one or more sentences, and may have a hint. */
export class ReleaseFailure extends Error {
  override name = 'ReleaseFailure'
  readonly code: ReleaseFailureCode
  readonly hint: string | undefined

  constructor(code: ReleaseFailureCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.hint = options.hint
  }
}
