// Any number of odd inputs on either engine: `node tests/odd-inputs/many.ts 100000 pglite 1`. Ends with 1 when one was answered wrongly.
import { removeDearThings } from '../support/once-a-run.ts'
import { startBackend } from '../support/start-backend.ts'
import { OPEN_DOORS, sendOddRequests } from './send-odd-requests.ts'

const [count = '10000', engine = 'pglite', seed = '1'] = process.argv.slice(2)
const began = performance.now()
const report = await (async () => {
  await using backend = await startBackend({ engine: engine === 'postgres' ? 'postgres' : 'pglite', env: OPEN_DOORS })
  return await sendOddRequests(backend, Number(count), Number(seed))
})()
await removeDearThings()
console.log(
  JSON.stringify({ ...report, wrong: report.wrong.length, seconds: Math.round((performance.now() - began) / 1_000) }),
)
for (const line of report.wrong.slice(0, 50)) console.log(line)
process.exitCode = report.wrong.length === 0 ? 0 : 1
