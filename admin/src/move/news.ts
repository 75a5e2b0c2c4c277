import * as v from 'valibot'
import { Failure } from '../failures.ts'
import { failureOf, type Site } from '../site.ts'

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

const newsSchema = v.variant('event', [
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

/** What would be moved, where to, and what is in the way. */
export type Plan = v.InferOutput<typeof planSchema>

/** What the server tells while it moves the site. */
export type News = v.InferOutput<typeof newsSchema>

/** What the server is asked to do. `supabase`: the project that `to` is the database of. */
export type Order = { to: string; supabase: { url: string; secret_key: string } | null; dry_run: boolean }

/** Asks the server to move the site and answers what it tells. Refuses what it refuses, and an answer that broke off. */
export async function* moveNews(site: Site, order: Order): AsyncGenerator<News> {
  const answer = await fetch(`${site.url}/operations/v1/move`, {
    method: 'POST',
    headers: { apikey: site.key, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  }).catch((cause: unknown) => {
    throw failureOf(site, { message: `fetch failed: ${String(cause)}` })
  })
  if (!answer.ok || answer.body === null) throw await refusalOf(site, answer)
  let isOver = false
  for await (const line of linesOf(answer.body)) {
    const news = v.parse(newsSchema, JSON.parse(line))
    if (news.event === 'failed') throw new Failure('refused', news.message)
    isOver = order.dry_run ? news.event === 'plan' : news.event === 'done'
    yield news
  }
  if (!isOver) throw brokenOff(site)
}

async function refusalOf(site: Site, answer: Response): Promise<Failure> {
  const parsed = v.safeParse(v.object({ code: v.string(), message: v.string() }), await answer.json().catch(() => null))
  if (!parsed.success || answer.status === 404) {
    return new Failure('not_here', `${site.url} is not a server that can move its data.`)
  }
  return failureOf(site, parsed.output)
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
    // The connection ended; whether the work was done is told by its last line.
  }
}

function brokenOff(site: Site): Failure {
  return new Failure('refused', `The move broke off: ${site.url} ended the connection.`, {
    hint: 'Is the server running? Run the same command again: it goes on where it was.',
  })
}
