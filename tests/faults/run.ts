// `npm run faults -- [name…]`: runs the given fault scenarios (scenarios.ts), or all. Prints the measurements of each scenario and
// exits with 1 when one is outside its limits.
import { removeSharedTestFixtures } from '../support/shared-fixtures.ts'
import { describeLimitViolations } from './fault-measurement.ts'
import { FAULT_SCENARIOS } from './scenarios.ts'

const names = process.argv.slice(2)
for (const name of names.length > 0 ? names : Object.keys(FAULT_SCENARIOS)) {
  const began = performance.now()
  const facts = await FAULT_SCENARIOS[name]?.()
  console.log(`\n## ${name} (${Math.round((performance.now() - began) / 1_000)} s)`)
  if (!facts) {
    console.log(facts === null ? 'This machine lacks a privilege or a library for it.' : 'There is no such scenario.')
    continue
  }
  for (const { what, value, unit } of facts) console.log(`${what}: ${value} ${unit}`.trimEnd())
  for (const sentence of describeLimitViolations(facts)) console.log(`✗ ${sentence}`)
  if (describeLimitViolations(facts).length > 0) process.exitCode = 1
}
await removeSharedTestFixtures()
