import { number, object, parse, string } from 'valibot'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { seedSignups } from '../growth/seed-signups.ts'
import { type BenchmarkEngine, SECRET_KEY, selectBenchmarkEngines, startBenchmarkServer } from '../server.ts'

const SIZES = [1_000, 1_000_000]
const BATCHES = 9
/** How much longer a batch may take among a million sign-ups than among a thousand. */
const MAX_RATIO = 2
const HEADERS = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' }
const SELECTION = { next: 100 * BATCHES }

const batchSchema = object({ invited: number(), after: string() })

/**
 * Measures a batch of 100 invitations and the plan of a wave, with a thousand and with a million sign-ups. The limit is on the ratio of the
 * batches, which must not grow with the number of sign-ups. `waves:postgres` measures one engine.
 */
export const part: BenchmarkPart = {
  title: 'Waves',
  async measure(only) {
    const figures: BenchmarkFigure[] = []
    for (const engine of selectBenchmarkEngines(only)) {
      const took: number[] = []
      for (const size of SIZES) {
        const { plan, batch } = await measureWave(engine, size)
        took.push(batch)
        const title = `${engine}, ${size.toLocaleString('en')} sign-ups`
        figures.push(
          { what: `${title}: plan`, value: plan, unit: 'ms' },
          { what: `${title}: batch of 100`, value: batch, unit: 'ms' },
        )
      }
      const [small = Number.NaN, large = Number.NaN] = took
      figures.push({
        what: `${engine}, batch: time relative to the smallest size`,
        value: large / small,
        unit: 'times',
        atMost: MAX_RATIO,
      })
    }
    return { figures, notes: [] }
  },
}

async function measureWave(engine: BenchmarkEngine, size: number): Promise<{ plan: number; batch: number }> {
  await using server = await startBenchmarkServer(engine)
  await server.stop()
  await seedSignups(server, size)
  await server.start()
  const call = async (name: string, body: object) => {
    const begun = performance.now()
    const response = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${name} failed with status ${response.status}: ${JSON.stringify(answer)}`)
    return { answer, took: performance.now() - begun }
  }
  await call('set_setting', { key: 'early_access_spots', value: '100000', reason: 'benchmark' })
  const plan = await call('plan_wave', { wave: null, selection: SELECTION })
  const batches: number[] = []
  let position: { after?: string } = {}
  while (batches.length < BATCHES) {
    const { answer, took } = await call('send_wave', {
      wave: 'benchmark',
      selection: SELECTION,
      most: 100,
      ...position,
    })
    const { invited, after } = parse(batchSchema, answer)
    if (invited !== 100) throw new Error(`A batch invited ${invited} people instead of 100.`)
    position = { after }
    batches.push(took)
  }
  return { plan: plan.took, batch: median(batches) }
}
