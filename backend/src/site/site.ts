import type { IncomingMessage, ServerResponse } from 'node:http'

/** The pages, wherever they come from: the built files, or the bundler while somebody develops. */
export type Site = {
  /** Answers a request for a page or a file, or for anything else with the 404 page. */
  answer(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}
