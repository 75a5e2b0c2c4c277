/** The number of a requirement in tests/whole/requirements.md. */
export type RequirementNumber = `R${number}.${number}`

/**
 * A hand-written mutation (mutation testing): a change of the code that violates requirements. A test that is tagged with one of their
 * numbers must then fail. `find` occurs exactly once in `file`.
 */
export type HandWrittenMutant = {
  breaks: readonly [RequirementNumber, ...RequirementNumber[]]
  what: string
  file: string
  find: string
  replace: string
}

/**
 * The outcome of running the tests against a hand-written mutation. `unbuilt` means that the mutation broke the build or the start, so that
 * no test ran.
 */
export type MutantOutcome = 'caught' | 'survived' | 'unbuilt'

/** The result of one hand-written mutation (mutation testing). `seen` is the first error message of the test or of the build. */
export type MutantResult = { outcome: MutantOutcome; seen: string; seconds: number }

/** Returns the name of a hand-written mutation (mutation testing) for results and reports. */
export function formatMutantName({ breaks, what }: HandWrittenMutant): string {
  return `${breaks.join(', ')}: ${what}`
}
