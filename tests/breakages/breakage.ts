import type { Proof } from '../whole/spec-coverage/spec-line.ts'

/** The number of a requirement of docs/requirements.md. */
export type Requirement = `R${number}.${number}`

/**
 * A small change that breaks a requirement, and the test that has to notice it. `find` occurs exactly once in `file`. A
 * browser test runs on the phone unless `on` says that only a wide screen shows the difference.
 */
export type Breakage = {
  breaks: readonly [Requirement, ...Requirement[]]
  what: string
  file: string
  find: string
  replace: string
  caughtBy: Proof
  on?: 'desktop'
}

/** What became of a breakage: `unbuilt` when the change broke the build or the start, so that no test saw it. */
export type Outcome = 'caught' | 'survived' | 'unbuilt'

/** The result of one breakage; `seen` is the first error of the named test, or of the build. */
export type BreakageResult = { outcome: Outcome; seen: string; seconds: number }

/** The name of a breakage in results and reports. */
export function nameOf({ breaks, what }: Breakage): string {
  return `${breaks.join(', ')}: ${what}`
}
