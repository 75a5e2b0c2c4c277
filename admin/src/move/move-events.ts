import * as v from 'valibot'
import { CommandFailure } from '../failures.ts'
import { type SiteClient, toCommandFailure } from '../site.ts'

const filesSchema = v.object({ files: v.number(), bytes: v.number(), faulty: v.array(v.string()) })

const planSchema = v.object({
  source: v.string(),
  target: v.string(),
  targetVersion: v.string(),
  resumes: v.boolean(),
  tables: v.array(v.object({ name: v.string(), rows: v.number() })),
  files: filesSchema,
  filesGo: v.boolean(),
  leftBehind: v.array(v.string()),
  problems: v.array(v.string()),
})

const moveEventSchema = v.variant('event', [
  v.object({ event: v.literal('plan'), plan: planSchema }),
  v.object({ event: v.literal('step'), step: v.string(), total: v.number() }),
  v.object({ event: v.literal('advance'), by: v.number() }),
  v.object({ event: v.literal('still here') }),
  v.object({ event: v.literal('failed'), message: v.string() }),
  v.object({
    event: v.literal('done'),
    target: v.string(),
    tables: v.number(),
    rows: v.number(),
    files: filesSchema,
    filesGo: v.boolean(),
    nextStep: v.string(),
  }),
])

/**
 * The server's plan for moving the site's data to another database: the data to move, the target, and the problems that prevent the
 * move.
 */
export type SiteMovePlan = v.InferOutput<typeof planSchema>

/** One line of the server's response while it moves the site (newline-delimited JSON). */
export type SiteMoveEvent = v.InferOutput<typeof moveEventSchema>

/**
 * The request body for moving the site's data to another database. `to` is the URL of the target database. `supabase` is the Supabase
 * project that the target database belongs to, or null for plain PostgreSQL.
 */
export type SiteMoveRequest = { to: string; supabase: { url: string; secret_key: string } | null; dry_run: boolean }

/**
 * Asks the server to move the site's data to another database and yields the events of its response. Throws a CommandFailure when the
 * server rejects the request, reports that the move failed, or the connection breaks.
 */
export async function* requestSiteMove(site: SiteClient, order: SiteMoveRequest): AsyncGenerator<SiteMoveEvent> {
  const response = await fetch(`${site.url}/operations/v1/move`, {
    method: 'POST',
    headers: { apikey: site.key, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  }).catch((cause: unknown) => {
    throw toCommandFailure(site, { message: `fetch failed: ${String(cause)}` })
  })
  if (!response.ok || response.body === null) throw await refusalOf(site, response)
  let isOver = false
  for await (const line of linesOf(response.body)) {
    const event = v.parse(moveEventSchema, JSON.parse(line))
    if (event.event === 'failed') throw new CommandFailure('refused', event.message)
    isOver = order.dry_run ? event.event === 'plan' : event.event === 'done'
    yield event
  }
  if (!isOver) throw connectionFailure(site)
}

async function refusalOf(site: SiteClient, response: Response): Promise<CommandFailure> {
  const parsed = v.safeParse(
    v.object({ code: v.string(), message: v.string() }),
    await response.json().catch(() => null),
  )
  if (!parsed.success || response.status === 404) {
    return new CommandFailure('not_here', `${site.url} is not a server that can move its data.`)
  }
  return toCommandFailure(site, parsed.output)
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let held = ''
  try {
    for await (const chunk of chunks) {
      const lines = (held + decoder.decode(chunk, { stream: true })).split('\n')
      held = lines.pop() ?? ''
      yield* lines
    }
  } catch {
    // The connection to the server broke. The caller of this generator detects from the last event whether the move of the data had
    // finished.
  }
}

function connectionFailure(site: SiteClient): CommandFailure {
  return new CommandFailure('refused', `The move was interrupted: ${site.url} ended the connection.`, {
    hint: 'Is the server running? Run the same command again: it picks up where it left off.',
  })
}
