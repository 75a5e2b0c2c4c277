import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import { CommandFailure } from '../../failures.ts'
import { readJsonBody } from '../read-request.ts'
import type { StagedFiles } from './staged-files.ts'

const PART = /^\/files\/([\w-]{22})\/(\d{1,12})$/

const newFileSchema = v.strictObject({
  name: v.string(),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  beside: v.optional(v.nullable(v.string()), null),
})
const pathSchema = v.strictObject({ path: v.pipe(v.string(), v.maxLength(4096)) })
const idsSchema = v.strictObject({ ids: v.pipe(v.array(v.string()), v.maxLength(100)) })

/**
 * Handles the page's POST requests about files: `/files/new`, `/files/ID/OFFSET` with a part of the content as application/octet-stream,
 * `/files/take` and `/files/discard`. Returns the response's body, or null for any other path.
 */
export async function handleFileRequest(
  files: StagedFiles,
  pathname: string,
  request: IncomingMessage,
): Promise<object | null> {
  const [, id, offset] = PART.exec(pathname) ?? []
  if (id !== undefined && offset !== undefined) {
    // CSRF: like JSON, this content type needs a CORS preflight, so that pages of other origins cannot send it.
    if (request.headers['content-type'] !== 'application/octet-stream') {
      throw new CommandFailure('usage', 'A part of a file must be application/octet-stream.')
    }
    return { received: await files.append(id, Number(offset), partsOf(request)) }
  }
  switch (pathname) {
    case '/files/new': {
      const { name, size, beside } = parse(newFileSchema, await readJsonBody(request))
      return { id: await files.create(name, size, beside) }
    }
    case '/files/take':
      return files.take(parse(pathSchema, await readJsonBody(request)).path)
    case '/files/discard':
      await files.discard(parse(idsSchema, await readJsonBody(request)).ids)
      return {}
    default:
      return null
  }
}

/** Yields the chunks of a request. Throws a CommandFailure when the page aborts the request. */
async function* partsOf(request: IncomingMessage): AsyncGenerator<unknown> {
  try {
    yield* request
  } catch (cause) {
    throw new CommandFailure('refused', 'The page stopped sending the file.', { cause })
  }
}

function parse<T>(schema: v.GenericSchema<unknown, T>, body: unknown): T {
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new CommandFailure('usage', 'The request is malformed.')
  return parsed.output
}
