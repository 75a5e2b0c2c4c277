/** Receives the progress of a move, and aborts it. */
export type MoveProgress = {
  /** Called at the beginning of a step with the number of things that it handles, or 0 when that is not known. */
  step(name: string, total: number): void
  advance(by: number): void
  signal: AbortSignal
}
