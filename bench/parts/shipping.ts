import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { runLoadTest } from '../load/load.ts'
import { type BenchmarkServer, PUBLISHABLE_KEY, startBenchmarkServer } from '../server.ts'

const ROUNDS = 12
const SECONDS = 2
const CLIENTS = [1, 32]

const VISITOR = { apikey: PUBLISHABLE_KEY, 'user-agent': 'Mozilla/5.0', 'content-type': 'application/json' }

/** Measures the sign-ups per second of two servers alternately. One of them ships its database to a folder. */
export const part: BenchmarkPart = {
  title: 'Sign-ups while the database is shipped',
  async measure() {
    await using place = await createTemporaryFolder('bench-place-')
    await using plain = await startBenchmarkServer('pglite')
    await using shipping = await startBenchmarkServer('pglite', { env: { SHIP_TO: place.path } })
    const figures: BenchmarkFigure[] = []
    for (const clients of CLIENTS) {
      const rates: { with: number[]; without: number[] } = { with: [], without: [] }
      // The first round warms both servers up and does not count.
      for (let round = 0; round <= ROUNDS; round += 1) {
        const pair = {
          without: await signUpsPerSecond(plain, clients),
          with: await signUpsPerSecond(shipping, clients),
        }
        if (round === 0) continue
        rates.without.push(pair.without)
        rates.with.push(pair.with)
      }
      const who = clients === 1 ? '1 client' : `${clients} clients`
      const [withShipping, without] = [median(rates.with), median(rates.without)]
      figures.push(
        { what: `sign-up, ${who}: with shipping`, value: withShipping, unit: 'req/s' },
        { what: `sign-up, ${who}: without`, value: without, unit: 'req/s' },
        { what: `sign-up, ${who}: with / without`, value: withShipping / without, unit: 'times', atLeast: 0.9 },
      )
    }
    return { figures, notes: [] }
  },
}

async function signUpsPerSecond(server: BenchmarkServer, clients: number): Promise<number> {
  const url = `${server.url}/rest/v1/early_access_users`
  const load = { url, method: 'POST', headers: VISITOR, body: { kind: 'sign-up' }, clients, seconds: SECONDS } as const
  return (await runLoadTest(load)).perSecond
}
