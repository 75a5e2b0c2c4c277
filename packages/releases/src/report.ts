/** The progress of reading or sending bytes. */
export type Progress = { advance(bytes: number): void; done(): void }

/** How the person who publishes learns of the work: the progress of long steps, and the words of messages. */
export type Report = {
  /** Starts to show the progress of a step with `total` bytes. */
  progress(label: string, total: number): Progress
  formatSize(bytes: number): string
  /** Creates the error for a file that cannot be read, from the error that `node:fs` threw. */
  createFileFailure(path: string, cause: unknown): Error
}
