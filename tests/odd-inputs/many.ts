// `npm run odd-inputs -- 100000 1 frames`: fuzzes a server with malformed inputs. Arguments: number of inputs, seed, kind (requests, frames or connections). Exits with 1 when the server handled an input incorrectly.
import { removeSharedTestFixtures } from '../support/shared-fixtures.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import type { FuzzReport } from './odd-report.ts'
import { fuzzConnections } from './send-odd-connections.ts'
import { fuzzWebSocketFrames } from './send-odd-frames.ts'
import { FUZZED_BACKEND_ENVIRONMENT, fuzzRequests } from './send-odd-requests.ts'

const kinds: Record<string, (backend: TestBackend, count: number, seed: number) => Promise<FuzzReport>> = {
  requests: fuzzRequests,
  frames: fuzzWebSocketFrames,
  connections: fuzzConnections,
}

const [count = '10000', seed = '1', kind = 'requests'] = process.argv.slice(2)
const send = kinds[kind]
if (send === undefined) throw new Error(`Unknown kind "${kind}"; the kinds are ${Object.keys(kinds).join(', ')}.`)
const began = performance.now()
const report = await (async () => {
  await using backend = await startBackend({ ownDatabase: true, env: FUZZED_BACKEND_ENVIRONMENT })
  return await send(backend, Number(count), Number(seed))
})()
await removeSharedTestFixtures()
console.log(
  JSON.stringify({ ...report, wrong: report.wrong.length, seconds: Math.round((performance.now() - began) / 1_000) }),
)
for (const line of report.wrong.slice(0, 50)) console.log(line)
process.exitCode = report.wrong.length === 0 ? 0 : 1
