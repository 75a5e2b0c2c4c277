// `npm run mutate [rules | breakages] [argument…]`: changes the program on purpose and sees whether a test notices. `rules` changes
// the pure rules with Stryker, against their unit tests; `breakages` makes the hand-made changes of tests/breakages. Ends with 1
// when too much goes unnoticed.
import { runBreakages } from '../tests/breakages/run-breakages.ts'
import { runRules } from './mutation/run-rules.ts'

const PARTS: Readonly<Record<string, (args: string[]) => Promise<boolean>>> = {
  rules: runRules,
  async breakages(args) {
    const { caught, survived } = await runBreakages(args)
    console.log(`${caught} caught, ${survived.length} not${survived.map((name) => `\n  ${name}`).join('')}`)
    return survived.length === 0
  },
}

const asked = process.argv.slice(2)
const named = Object.keys(PARTS).filter((part) => asked.includes(part))
const args = asked.filter((arg) => !named.includes(arg))

let passed = true
for (const name of named.length > 0 ? named : Object.keys(PARTS)) {
  console.log(`\n— ${name}`)
  passed = ((await PARTS[name]?.(args)) ?? false) && passed
}
process.exitCode = passed ? 0 : 1
