/** Thrown when a move to another database is not possible. The message is one sentence for the operator and contains no password. */
export class MoveRefusedError extends Error {
  override name = 'MoveRefusedError'
}
