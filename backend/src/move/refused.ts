/** A move cannot be made. The message is one sentence for the operator, and holds no password. */
export class MoveRefused extends Error {
  override name = 'MoveRefused'
}
