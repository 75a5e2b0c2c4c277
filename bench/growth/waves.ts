import { randomBytes } from 'node:crypto'
import { number, object, parse, string } from 'valibot'
import { type BenchmarkServer, OPERATOR_HEADERS } from '../server.ts'

const BATCHES = 3
const BATCH_SIZE = 100
const SELECTION = { next: BATCHES * BATCH_SIZE }

const batchSchema = object({ invited: number(), after: string() })

/** Plans a wave of invitations and returns the time in milliseconds. */
export async function measureWavePlan(server: BenchmarkServer): Promise<number> {
  const begun = performance.now()
  await call(server, 'plan_wave', { wave: null, selection: SELECTION })
  return performance.now() - begun
}

/** Sends a wave of three batches with a hundred invitations each and returns the time of a batch in milliseconds. */
export async function measureWaveBatch(server: BenchmarkServer): Promise<number> {
  await call(server, 'set_setting', { key: 'early_access_spots', value: '100000', reason: 'benchmark' })
  const wave = `benchmark-${randomBytes(8).toString('hex')}`
  let position: { after?: string } = {}
  const begun = performance.now()
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const answer = await call(server, 'send_wave', { wave, selection: SELECTION, most: BATCH_SIZE, ...position })
    const { invited, after } = parse(batchSchema, answer)
    if (invited !== BATCH_SIZE) throw new Error(`A batch invited ${invited} people instead of ${BATCH_SIZE}.`)
    position = { after }
  }
  return (performance.now() - begun) / BATCHES
}

async function call({ url }: BenchmarkServer, name: string, parameters: object): Promise<unknown> {
  const request = { method: 'POST', headers: OPERATOR_HEADERS, body: JSON.stringify(parameters) }
  const response = await fetch(`${url}/rest/v1/rpc/${name}`, request)
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${name} failed with status ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}
