import { holdsHugeNumber, withoutStrings } from '../http/json.ts'
import { restErrors } from './errors.ts'
import { isPattern, type Test } from './parse-filter.ts'
import type { Condition } from './parse-logic.ts'

// The embedded engine reads a value on this process's own stack and can't be interrupted: what would use up the stack, the time or the
// memory is refused before it gets there, and in PostgreSQL's own words. Bodies are as deep at most (http/json.ts).
const JSON_DEPTH_MAX = 32
const SEARCH_DEPTH_MAX = 16
// Of characters in all patterns of a request, as they are written, and each as often as the counts in it may repeat it. Only operators
// search by patterns (visitor-bounds.ts): the costliest that come through take the embedded engine about a second, and not minutes.
const WRITTEN_MAX = 200
const REPEATED_MAX = 500
// Of what stands between two characters (`^`, `\y`, what looks around): each more may double the time that PostgreSQL takes to read them.
const MARKS_MAX = 4

type Comparing = Extract<Test, { kind: 'compare' }>

/** Refuses patterns that grow, are tried without end, or take long to read. */
export function refuseComplexPatterns(conditions: readonly Condition[]): void {
  const patterns = patternsIn(conditions).map(({ value }) => value)
  const size = patterns.reduce((sum, pattern) => sum + sizeOf(pattern), 0)
  const marks = patterns.reduce((sum, pattern) => sum + marksIn(pattern), 0)
  const isLong = patterns.join('').length > WRITTEN_MAX || size > REPEATED_MAX
  if (isLong || marks > MARKS_MAX) throw restErrors.tooComplex()
}

/** Refuses a value that is nested deeply, or huge, once it is read as this type. */
export function refuseCostly(test: Test, type: string): void {
  if (test.kind === 'is') return
  if (test.kind === 'search') return refuseDeepSearch(test.value)
  const isJson = type.startsWith('json')
  for (const value of test.kind === 'in' ? test.values : [test.value]) {
    if (isJson) refuseDeepJson(test.kind === 'compare' && test.quantifier !== null ? openingsOf(value) : value)
    if ((isJson || type === 'numeric') && holdsHugeNumber(value)) throw restErrors.outOfRange()
  }
}

function refuseDeepJson(value: string): void {
  let depth = 0
  for (const character of withoutStrings(value)) {
    if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > JSON_DEPTH_MAX) throw restErrors.tooDeep()
  }
}

/** In a list, `eq(any).{"…"}`, every text is a string, with strings of its own: there all that opens counts. */
function openingsOf(list: string): string {
  return list.replaceAll(/[^[{]/g, '')
}

/** Parentheses hold until they close, denials (`!`, and `-` in `wfts`) until the word that they deny. */
function refuseDeepSearch(value: string): void {
  let depth = 0
  let denials = 0
  for (const character of value) {
    if (character === '!' || character === '-') denials += 1
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character.trim() !== '') denials = 0
    if (depth + denials > SEARCH_DEPTH_MAX) throw restErrors.tooDeep()
  }
}

function patternsIn(conditions: readonly Condition[]): Comparing[] {
  return conditions.flatMap((condition) => {
    if (condition.kind !== 'filter') return patternsIn(condition.conditions)
    const { test } = condition
    return test.kind === 'compare' && isPattern(test.operator) ? [test] : []
  })
}

/** As if every count stood around the whole pattern: where they stand inside of each other they multiply. */
function sizeOf(pattern: string): number {
  // In a list, `match(any).{…}`, a backslash may stand before any character.
  const bare = pattern.replaceAll('\\', '')
  // What an option changes, the rules here would have to know: `(?x)` lets a count be written with spaces.
  const hasOptions = /\(\?(?![:=!<])|\*\*\*/.test(bare)
  // With a back reference every way to match is tried.
  const refersBack = /\\[1-9]/.test(pattern)
  if (hasOptions || refersBack) return Infinity
  const counts = [...bare.matchAll(/\{(\d+)(?:,(\d*))?\}/g)]
  return counts.reduce((size, [, least = '', most]) => size * Math.max(1, Number(most || least)), bare.length)
}

function marksIn(pattern: string): number {
  const written = pattern.match(/\\[AZmMyY]/g) ?? []
  const others = pattern.replaceAll('\\', '').match(/\$|(?<!\[)\^|\[:[<>]:|\(\?<?[=!]/g) ?? []
  return written.length + others.length
}
