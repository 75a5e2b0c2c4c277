// One fault or all of them: `npm run faults -- [name…]`, with the names of scenarios.ts. Prints what each showed and ends with
// 1 when something is not as it has to be. `npm run bench faults` writes the same into its report.
import { removeSharedFixtures } from '../support/shared-fixtures.ts'
import { broken } from './fact.ts'
import { SCENARIOS } from './scenarios.ts'

const asked = process.argv.slice(2)
for (const name of asked.length > 0 ? asked : Object.keys(SCENARIOS)) {
  const began = performance.now()
  const facts = await SCENARIOS[name]?.()
  console.log(`\n## ${name} (${Math.round((performance.now() - began) / 1_000)} s)`)
  if (!facts) {
    console.log(facts === null ? 'This machine does not allow it.' : 'There is no such fault.')
    continue
  }
  for (const { what, value, unit } of facts) console.log(`${what}: ${value} ${unit}`.trimEnd())
  for (const sentence of broken(facts)) console.log(`✗ ${sentence}`)
  if (broken(facts).length > 0) process.exitCode = 1
}
await removeSharedFixtures()
