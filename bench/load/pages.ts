import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { array, number, object, parse, string } from 'valibot'
import { type BenchmarkServer, OPERATOR_HEADERS, PUBLISHABLE_KEY } from '../server.ts'

const arrived = object({ value: string(), times: array(number()), cpuMs: number() })

/** About one of this many sockets is a witness. */
const SOCKETS_PER_WITNESS = 20

/** The sockets are opened in this many rounds, so that the witnesses are spread over the server's list of sockets. */
const OPENING_ROUNDS = 10

/** A number of spots that all pages have received. */
export type ReceivedSpots = {
  value: string
  /** The time at which each witness received it, in milliseconds since the epoch. */
  times: number[]
  /** The number of pages that received it. */
  pages: number
  /** The CPU time in milliseconds that the process of the witnesses used for it. */
  witnessCpuMs: number
}

/**
 * WebSocket connections of simulated open pages that subscribe to the number of spots. Most are held by one process, about every twentieth
 * (a witness) by another one. Only witnesses are timed: one process that reads all sockets needs as long for a message as the server, and its
 * own queue would be measured. Disposing closes the connections.
 */
export type SimulatedPages = AsyncDisposable & {
  /** Resolves with the next number of spots that all pages have received. */
  next(): Promise<ReceivedSpots>
}

/** Opens `sockets` WebSocket connections and resolves when all of them have joined the channel. */
export async function openSimulatedPages(url: string, sockets: number): Promise<SimulatedPages> {
  await using resources = new AsyncDisposableStack()
  const [crowd, witnesses] = [resources.use(startSockets(url)), resources.use(startSockets(url))]
  const perRound = sockets / OPENING_ROUNDS
  const witnessesPerRound = Math.ceil(perRound / SOCKETS_PER_WITNESS)
  for (let round = 0; round < OPENING_ROUNDS; round += 1) {
    await crowd.open(perRound - witnessesPerRound)
    await witnesses.open(witnessesPerRound)
  }
  const owned = resources.move()
  return {
    async next() {
      const [all, timed] = await Promise.all([crowd.next(), witnesses.next()])
      const { value, times, cpuMs } = timed
      return { value, times, pages: all.times.length + times.length, witnessCpuMs: cpuMs }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function startSockets(url: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sockets.ts'), url, PUBLISHABLE_KEY], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  const nextLine = async () => {
    const line: unknown[] = await once(lines, 'line')
    return String(line[0])
  }
  return {
    async open(sockets: number) {
      const done = nextLine()
      child.stdin.write(`${sockets}\n`)
      await done
    },
    next: async () => parse(arrived, JSON.parse(await nextLine())),
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}

/**
 * Changes the number of spots. Returns the 99th percentile of the time until a page received the change, and the CPU time that the process
 * of the witnesses used meanwhile, in milliseconds.
 */
export async function measureSpotsUpdateLatency(
  server: BenchmarkServer,
  pages: SimulatedPages,
  spots: number,
): Promise<{ p99: number; witnessCpuMs: number }> {
  const sent = performance.timeOrigin + performance.now()
  const received = pages.next()
  await setSpots(server, spots)
  const { times, witnessCpuMs } = await received
  const latencies = times.map((time) => time - sent).toSorted((a, b) => a - b)
  return { p99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN, witnessCpuMs }
}

/** Sets the number of spots with the secret key. Throws when the request fails. */
async function setSpots({ url }: BenchmarkServer, value: number): Promise<void> {
  const response = await fetch(`${url}/rest/v1/app_settings?key=eq.early_access_spots`, {
    method: 'PATCH',
    headers: OPERATOR_HEADERS,
    body: JSON.stringify({ value: String(value) }),
  })
  if (!response.ok) throw new Error(`The spots could not be set: ${response.status}`)
}
