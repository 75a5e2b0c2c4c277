import { checkSync } from 'recheck'

/** How long a search may take, by the length of the text: `linear`, what makes it take longer, or `unknown`. */
export type Cost = { kind: 'linear' } | { kind: 'unknown' } | { kind: 'superlinear'; attack: string }

/** At least one part that may repeat without end: an expression without any looks at each place of a text for a bounded time. */
const REPEATS = /[*+]|\{\d+,\}/

const HAS_NO_AUTOMATON = /\(\?<?[=!]|\\[1-9]/

/**
 * Judges an expression with recheck, which reads it as an automaton and looks for texts that it goes through in many ways. Look-around and
 * back references have no automaton, and what recheck says of them differs from run to run: they are `unknown`. Throws when it comes to no end.
 */
export function costOf(pattern: string, flags: string): Cost {
  if (!REPEATS.test(pattern)) return { kind: 'linear' }
  if (hasNoAutomaton(pattern)) return { kind: 'unknown' }
  const result = checkSync(pattern, flags, { timeout: 60_000 })
  if (result.status === 'safe') return { kind: 'linear' }
  if (result.status === 'vulnerable') return { kind: 'superlinear', attack: result.attack.pattern.slice(0, 200) }
  throw new Error(`/${pattern}/${flags} could not be judged: ${result.error.kind}`)
}

/** Whether an expression repeats something without end and looks around, or back at what it found. */
export function hasNoAutomaton(pattern: string): boolean {
  return REPEATS.test(pattern) && HAS_NO_AUTOMATON.test(pattern)
}
