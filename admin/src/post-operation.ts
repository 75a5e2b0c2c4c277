import * as v from 'valibot'
import { CommandFailure } from './failures.ts'
import { type SiteClient, toCommandFailure } from './site.ts'
import { fetchFromSite } from './site-fetch.ts'

/**
 * A request to `/operations/v1/<name>` of the self-contained server: `type` is the media type of its response, `what` the subject of a
 * sentence about an interruption, and `missing` the sentence for an address that has no such endpoint.
 */
export type Operation = { name: string; body: object | null; type: string; what: string; missing: string }

const refusalSchema = v.object({ code: v.string(), message: v.string() })

/**
 * Sends a request and returns the body of the response. Throws a CommandFailure when the server rejects the request or cannot be reached;
 * `not_here` when it has no such endpoint. The body throws a CommandFailure when the connection breaks.
 */
export async function postOperation(
  site: SiteClient,
  { name, body, type, what, missing }: Operation,
): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetchFromSite(`${site.url}/operations/v1/${name}`, {
    method: 'POST',
    headers: { apikey: site.key, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw toCommandFailure(site, { message: String(cause) })
  })
  if (response.ok && response.body !== null && response.headers.get('content-type') === type) {
    return untilInterrupted(response.body, site, what)
  }
  const refusal = v.safeParse(refusalSchema, await response.json().catch(() => null))
  if (!refusal.success || response.status === 404) throw new CommandFailure('not_here', missing)
  const { code, message } = refusal.output
  throw code === 'not_own' ? new CommandFailure('not_here', message) : toCommandFailure(site, { code, message })
}

/** Creates the CommandFailure for a response that ended too early. `what` is the subject of its sentence. */
export function createInterruption(site: SiteClient, what: string): CommandFailure {
  return new CommandFailure('refused', `${what} was interrupted: ${site.url} ended the connection.`, {
    hint: 'Is the server running? Run the same command again.',
  })
}

/** A broken connection would otherwise be reported as a damaged response. */
async function* untilInterrupted(
  chunks: AsyncIterable<Uint8Array>,
  site: SiteClient,
  what: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch {
    throw createInterruption(site, what)
  }
}
