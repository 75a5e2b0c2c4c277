import type { IncomingMessage, ServerResponse } from 'node:http'

/** The site's pages: the built files, or the bundler's during development. */
export type Site = {
  /** Responds with a page, a file, or the 404 page. */
  answer(request: IncomingMessage, response: ServerResponse): void
  /**
   * Responds to a plain request for a page or file in memory and returns true; returns false without a response otherwise.
   * Absent where nothing is in memory.
   */
  serveFromMemory?(request: IncomingMessage, response: ServerResponse): boolean
  close(): Promise<void>
}
