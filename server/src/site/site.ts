import type { IncomingMessage, ServerResponse } from 'node:http'

/** The site's pages and files: the built files, or those of the bundler's development server. */
export type SitePages = {
  /** Responds to a request with a page, a file, or the 404 page. */
  answer(request: IncomingMessage, response: ServerResponse): void
  /**
   * Responds to a request for a page or file that is in memory, and returns true. Returns false, without a response, for any other request.
   * The method is missing when no files are in memory, as during development.
   */
  serveFromMemory?(request: IncomingMessage, response: ServerResponse): boolean
  close(): Promise<void>
}
