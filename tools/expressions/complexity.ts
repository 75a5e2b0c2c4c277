import { checkSync } from 'recheck'

/**
 * The time complexity of a regular expression in the length of the text. `attack` is a text on which the regular expression takes
 * superlinear time (ReDoS).
 */
export type RegExpComplexity = { kind: 'linear' } | { kind: 'unknown' } | { kind: 'superlinear'; attack: string }

/**
 * Matches an unbounded repetition in a regular expression. Without such a repetition, matching takes bounded time at each position
 * of the text.
 */
const REPEATS = /[*+]|\{\d+,\}/

const HAS_NO_AUTOMATON = /\(\?<?[=!]|\\[1-9]/

/**
 * Determines the time complexity of a regular expression with the library recheck, which analyses the expression as an automaton.
 * Returns `unknown` for expressions with look-around or back-references: they have no automaton, and the results of recheck's
 * fuzzing differ between runs. Throws when recheck times out.
 */
export function analyseRegExpComplexity(pattern: string, flags: string): RegExpComplexity {
  if (!REPEATS.test(pattern)) return { kind: 'linear' }
  if (hasNoAutomaton(pattern)) return { kind: 'unknown' }
  const result = checkSync(pattern, flags, { timeout: 60_000 })
  if (result.status === 'safe') return { kind: 'linear' }
  if (result.status === 'vulnerable') return { kind: 'superlinear', attack: result.attack.pattern.slice(0, 200) }
  throw new Error(`/${pattern}/${flags} could not be judged: ${result.error.kind}`)
}

/** Returns whether a regular expression contains an unbounded repetition together with a look-around or a back-reference. */
export function hasNoAutomaton(pattern: string): boolean {
  return REPEATS.test(pattern) && HAS_NO_AUTOMATON.test(pattern)
}
