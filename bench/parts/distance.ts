import { startDelayedDatabase } from '../delayed-database.ts'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { runLoadTest } from '../load/load.ts'
import { PUBLISHABLE_KEY, startBenchmarkServer } from '../server.ts'

const ROUNDS = 3
const SECONDS = 2
/** Network latency per direction in milliseconds: same machine, same data centre, neighbouring data centre. */
const DISTANCES_MS = [0, 1, 5]
const CLIENTS = [1, 32, 128]

const VISITOR = { apikey: PUBLISHABLE_KEY, 'user-agent': 'Mozilla/5.0', 'content-type': 'application/json' }

/**
 * Measures sign-ups with network latency between the server and PostgreSQL. The result depends on the number of round trips per
 * sign-up.
 */
export const part: BenchmarkPart = {
  title: 'Sign-ups with a database some milliseconds away',
  async measure() {
    const figures: BenchmarkFigure[] = []
    for (const milliseconds of DISTANCES_MS) figures.push(...(await measureAt(milliseconds)))
    return { figures, notes: [] }
  },
}

async function measureAt(milliseconds: number): Promise<BenchmarkFigure[]> {
  const proxyDatabase = milliseconds === 0 ? undefined : (url: string) => startDelayedDatabase(url, milliseconds)
  await using server = await startBenchmarkServer('postgres', { proxyDatabase })
  const url = `${server.url}/rest/v1/early_access_users`
  const figures: BenchmarkFigure[] = []
  for (const clients of CLIENTS) {
    const load = {
      url,
      method: 'POST',
      headers: VISITOR,
      body: { kind: 'sign-up' },
      clients,
      seconds: SECONDS,
    } as const
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push((await runLoadTest(load)).perSecond)
    const place = milliseconds === 0 ? 'beside it' : `${milliseconds} ms away`
    const who = clients === 1 ? '1 client' : `${clients} clients`
    figures.push({ what: `${place}, ${who}`, value: median(rounds), unit: 'req/s' })
  }
  return figures
}
