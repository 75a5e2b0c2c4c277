// Any number of odd inputs on either engine: `npm run odd-inputs -- 100000 pglite 1 frames` (count, engine, seed, and which:
// requests, frames or connections). Ends with 1 when one was answered wrongly.
import { removeSharedFixtures } from '../support/shared-fixtures.ts'
import { type Backend, startBackend } from '../support/start-backend.ts'
import type { OddReport } from './odd-report.ts'
import { sendOddConnections } from './send-odd-connections.ts'
import { sendOddFrames } from './send-odd-frames.ts'
import { OPEN_DOORS, sendOddRequests } from './send-odd-requests.ts'

const kinds: Record<string, (backend: Backend, count: number, seed: number) => Promise<OddReport>> = {
  requests: sendOddRequests,
  frames: sendOddFrames,
  connections: sendOddConnections,
}

const [count = '10000', engine = 'pglite', seed = '1', kind = 'requests'] = process.argv.slice(2)
const send = kinds[kind]
if (send === undefined) throw new Error(`There are odd ${Object.keys(kinds).join(', ')}, and no odd ${kind}.`)
const began = performance.now()
const report = await (async () => {
  await using backend = await startBackend({ engine: engine === 'postgres' ? 'postgres' : 'pglite', env: OPEN_DOORS })
  return await send(backend, Number(count), Number(seed))
})()
await removeSharedFixtures()
console.log(
  JSON.stringify({ ...report, wrong: report.wrong.length, seconds: Math.round((performance.now() - began) / 1_000) }),
)
for (const line of report.wrong.slice(0, 50)) console.log(line)
process.exitCode = report.wrong.length === 0 ? 0 : 1
