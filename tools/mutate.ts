// `npm run mutate [rules | breakages] [argument…]`: mutation testing. `rules` mutates the pure modules with Stryker and runs their unit
// tests; `breakages` applies the hand-written mutations of tests/breakages and runs the tests that must catch them. Exits with 1 when
// the score of `rules` is below 90 % or a hand-written mutation survives.
import { runHandWrittenMutants } from '../tests/breakages/run-breakages.ts'
import { runMutationTests } from './mutation/run-rules.ts'

const PARTS: Readonly<Record<string, (args: string[]) => Promise<boolean>>> = {
  rules: runMutationTests,
  async breakages(args) {
    const { caught, survived } = await runHandWrittenMutants(args)
    console.log(`${caught} caught, ${survived.length} survived${survived.map((name) => `\n  ${name}`).join('')}`)
    return survived.length === 0
  },
}

const argv = process.argv.slice(2)
const named = Object.keys(PARTS).filter((part) => argv.includes(part))
const args = argv.filter((arg) => !named.includes(arg))

let passed = true
for (const name of named.length > 0 ? named : Object.keys(PARTS)) {
  console.log(`\n— ${name}`)
  passed = ((await PARTS[name]?.(args)) ?? false) && passed
}
process.exitCode = passed ? 0 : 1
