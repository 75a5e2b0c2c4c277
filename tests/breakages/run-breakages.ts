// Mutation testing: applies hand-written mutants one at a time to a copy of the working tree and runs the tests of the violated requirements,
// one of which must fail.
import { TEST_RUN_PARTS } from '../../tools/testing/records.ts'
import { copyWorkingTree } from '../support/tree-copy.ts'
import { formatMutantName, type HandWrittenMutant, type MutantResult } from './breakage.ts'
import { handWrittenMutants } from './list/breakages.ts'
import { hashMutantInputs, readMutantResults, saveMutantResults, writeMutantReport } from './results.ts'
import { findTaggedFiles, requireCompleteTestRun } from './tagged-tests.ts'
import { testHandWrittenMutant } from './try-breakage.ts'

/**
 * Runs the hand-written mutations (breakages) whose name or file contains one of the words in `args` (`R2`, `R2.14`, `confetti`), or
 * all if there are no words. Unless `--fresh` is given, skips a breakage that an earlier run caught if the breakage, its file and
 * its tests have not changed since. `--workers=2` runs two at a time. Returns the number of caught breakages and the names of the
 * others. Throws when there was no complete test run.
 */
export async function runHandWrittenMutants(args: string[]): Promise<{ caught: number; survived: string[] }> {
  const words = args.filter((arg) => !arg.startsWith('--'))
  const chosen = selectHandWrittenMutants(words)
  requireCompleteTestRun()
  // On a signal, exits through `process.exit`, so that the exit handlers delete the copies of the working tree and stop their child
  // processes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const results = await readMutantResults()
  const queue: HandWrittenMutant[] = []
  for (const each of chosen) {
    const known = results[formatMutantName(each)]
    const holds = known?.outcome === 'caught' && known.state === (await hashMutantInputs(each))
    if (!holds || args.includes('--fresh')) queue.push(each)
  }
  prioritise(queue, results)
  console.log(`${chosen.length} breakages, ${chosen.length - queue.length} of them caught before.`)
  const workers = Number(args.find((arg) => arg.startsWith('--workers='))?.split('=')[1] ?? 1)
  await Promise.all(Array.from({ length: Math.min(workers, queue.length) }, worker))
  if (words.length === 0) await writeMutantReport(handWrittenMutants, results)
  const survived = chosen.map(formatMutantName).filter((name) => results[name]?.outcome !== 'caught')
  return { caught: chosen.length - survived.length, survived }

  async function worker(): Promise<void> {
    await using tree = await copyWorkingTree()
    for (let next = queue.shift(); next; next = queue.shift()) {
      const result = await testHandWrittenMutant(tree, next)
      results[formatMutantName(next)] = { ...result, state: await hashMutantInputs(next, tree.path) }
      await saveMutantResults(results)
      console.log(`${result.outcome}, ${result.seconds} s: ${formatMutantName(next)}\n    ${result.seen}`)
    }
  }
}

/**
 * Sorts the queue of mutants: first one mutant for each requirement for which no earlier run caught a mutant, then the remaining
 * mutants, both in ascending order of the cost of their tests.
 */
function prioritise(queue: HandWrittenMutant[], results: Readonly<Record<string, MutantResult>>): void {
  queue.sort((a, b) => costOf(a) - costOf(b))
  const caught = new Set(
    handWrittenMutants
      .filter((each) => results[formatMutantName(each)]?.outcome === 'caught')
      .flatMap(({ breaks }) => breaks),
  )
  const first = queue.filter(({ breaks }) => {
    const isNew = breaks.some((number) => !caught.has(number))
    for (const number of breaks) caught.add(number)
    return isNew
  })
  queue.splice(0, queue.length, ...first, ...queue.filter((each) => !first.includes(each)))
}

/** Returns the rank of a mutant by the slowest part of its tests, lowest first. */
function costOf(breakage: HandWrittenMutant): number {
  return Math.max(...findTaggedFiles(breakage).map(({ part }) => TEST_RUN_PARTS.indexOf(part)))
}

/**
 * Selects hand-written mutants by words in their name or file; without words, selects all. `R2.1` does not match R2.14;
 * `R2` selects all mutants of section 2 of the requirements.
 */
function selectHandWrittenMutants(words: readonly string[]): readonly HandWrittenMutant[] {
  if (words.length === 0) return handWrittenMutants
  return handWrittenMutants.filter((each) => words.some((word) => isNamed(each, word)))
}

function isNamed(breakage: HandWrittenMutant, word: string): boolean {
  if (/^R\d$/.test(word)) return breakage.breaks.some((number) => number.startsWith(`${word}.`))
  if (/^R\d\.\d+$/.test(word)) return breakage.breaks.some((number) => number === word)
  return `${breakage.what} ${breakage.file}`.includes(word)
}
