import type { IncomingMessage, ServerResponse } from 'node:http'

/** The pages, wherever they come from: the built files, or the bundler while somebody develops. */
export type Site = {
  /** Answers a request for a page or a file, or for anything else with the 404 page. */
  answer(request: IncomingMessage, response: ServerResponse): void
  /**
   * Answers a plain request for a page or file that is in memory, and says so; false leaves the request alone. Absent where
   * nothing is in memory.
   */
  answerFile?(request: IncomingMessage, response: ServerResponse): boolean
  close(): Promise<void>
}
