import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { array, number, object, parse, string } from 'valibot'
import { PUBLISHABLE_KEY, SECRET_KEY, type Server } from '../server.ts'

const arrived = object({ value: string(), times: array(number()) })

/** Open pages that follow the spots, read by one process of their own; closed when disposed. */
export type Pages = AsyncDisposable & {
  /** The next figure that has come to all of them, and when it came to each, in milliseconds since 1970. */
  next(): Promise<{ value: string; times: number[] }>
}

/** As many pages as `sockets`, all of them joined when this answers. */
export async function openPages(url: string, sockets: number): Promise<Pages> {
  const program = join(import.meta.dirname, 'sockets.ts')
  const child = spawn(process.execPath, [program, url, PUBLISHABLE_KEY, String(sockets)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  await once(lines, 'line')
  return {
    async next() {
      const line: unknown[] = await once(lines, 'line')
      return parse(arrived, JSON.parse(String(line[0])))
    },
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}

/** Changes the spots to another figure; milliseconds until 99 of 100 pages had it, from the moment the change was sent. */
export async function hearUpdate(server: Server, pages: Pages, spots: number): Promise<number> {
  const sent = performance.timeOrigin + performance.now()
  const heard = pages.next()
  await setSpots(server, spots)
  const latencies = (await heard).times.map((time) => time - sent).toSorted((a, b) => a - b)
  return latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN
}

/** Writes the spots as an operator would. */
export async function setSpots({ url }: Server, value: number): Promise<void> {
  const answer = await fetch(`${url}/rest/v1/app_settings?key=eq.early_access_spots`, {
    method: 'PATCH',
    headers: { apikey: SECRET_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ value: String(value) }),
  })
  if (!answer.ok) throw new Error(`The spots could not be set: ${answer.status}`)
}
