import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { array, number, object, parse, string } from 'valibot'
import { type BenchmarkServer, PUBLISHABLE_KEY, SECRET_KEY } from '../server.ts'

const arrived = object({ value: string(), times: array(number()) })

/**
 * WebSocket connections of simulated open pages that subscribe to the number of spots, held by one separate process. Disposing
 * closes them.
 */
export type SimulatedPages = AsyncDisposable & {
  /**
   * Resolves with the next number of spots that all pages have received, and with the time at which each page received it, in
   * milliseconds since the epoch.
   */
  next(): Promise<{ value: string; times: number[] }>
}

/** Opens `sockets` WebSocket connections and resolves when all of them have joined the channel. */
export async function openSimulatedPages(url: string, sockets: number): Promise<SimulatedPages> {
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

/** Changes the number of spots and returns the 99th percentile of the time until a page received the change, in milliseconds. */
export async function measureSpotsUpdateLatency(
  server: BenchmarkServer,
  pages: SimulatedPages,
  spots: number,
): Promise<number> {
  const sent = performance.timeOrigin + performance.now()
  const received = pages.next()
  await setSpots(server, spots)
  const latencies = (await received).times.map((time) => time - sent).toSorted((a, b) => a - b)
  return latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN
}

/** Sets the number of spots with the secret key. Throws when the request fails. */
export async function setSpots({ url }: BenchmarkServer, value: number): Promise<void> {
  const response = await fetch(`${url}/rest/v1/app_settings?key=eq.early_access_spots`, {
    method: 'PATCH',
    headers: { apikey: SECRET_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ value: String(value) }),
  })
  if (!response.ok) throw new Error(`The spots could not be set: ${response.status}`)
}
