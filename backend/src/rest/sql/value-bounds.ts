import { blankJsonStrings, hasHugeNumber } from '../../http/json.ts'
import { restErrors } from '../errors.ts'
import { type FilterTest, isRegexOperator } from '../parse/parse-filter.ts'
import type { QueryCondition } from '../parse/parse-logic.ts'

// The embedded engine parses values on the stack of this Node.js process and cannot be interrupted. Values that would exhaust the stack,
// time or memory are therefore rejected first, with PostgreSQL's own messages. JSON bodies have the same depth limit (http/json.ts).
const JSON_DEPTH_MAX = 32
const SEARCH_DEPTH_MAX = 16
// Limits on all regular expressions of a request together: their length as written, and their length times their repetition counts. Only
// the secret key may use regular expressions (query-cost-limits.ts). With these limits the most expensive ones take the embedded engine about
// a second.
const PATTERN_LENGTH_MAX = 200
const PATTERN_SIZE_MAX = 500
// The maximum number of zero-width constraints (`^`, `\y`, lookaround) in the regular expressions of a request. Each further one may double
// the time PostgreSQL takes to compile the expression.
const CONSTRAINTS_MAX = 4

type Comparing = Extract<FilterTest, { kind: 'compare' }>

/** Throws when the regular expressions of a request are too long, repeat too much or have too many constraints. */
export function rejectComplexRegExpPatterns(conditions: readonly QueryCondition[]): void {
  const patterns = patternsIn(conditions).map(({ value }) => value)
  const size = patterns.reduce((sum, pattern) => sum + sizeOf(pattern), 0)
  const constraints = patterns.reduce((sum, pattern) => sum + countConstraints(pattern), 0)
  const isLong = patterns.join('').length > PATTERN_LENGTH_MAX || size > PATTERN_SIZE_MAX
  if (isLong || constraints > CONSTRAINTS_MAX) throw restErrors.tooComplex()
}

/** Throws when a filter value would be nested too deeply, or be a huge number, after its cast to the given type. */
export function rejectCostlyFilterValue(test: FilterTest, type: string): void {
  if (test.kind === 'is') return
  if (test.kind === 'search') return refuseDeepSearch(test.value)
  const isJson = type.startsWith('json')
  for (const value of test.kind === 'in' ? test.values : [test.value]) {
    if (isJson) refuseDeepJson(test.kind === 'compare' && test.quantifier !== null ? openingsOf(value) : value)
    if ((isJson || type === 'numeric') && hasHugeNumber(value)) throw restErrors.outOfRange()
  }
}

function refuseDeepJson(value: string): void {
  let depth = 0
  for (const character of blankJsonStrings(value)) {
    if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > JSON_DEPTH_MAX) throw restErrors.tooDeep()
  }
}

/**
 * Returns only the opening brackets of a list of JSON values, such as `eq(any).{"…"}`, to get an upper bound of its nesting depth. In such
 * a list, JSON strings are escaped inside strings, so brackets within strings cannot be told apart and are counted as well.
 */
function openingsOf(list: string): string {
  return list.replaceAll(/[^[{]/g, '')
}

/**
 * Throws when a full-text query is nested too deeply. A parenthesis nests until it is closed, a negation (`!`, and `-` in `wfts`) until the
 * word that it negates.
 */
function refuseDeepSearch(value: string): void {
  let depth = 0
  let negations = 0
  for (const character of value) {
    if (character === '!' || character === '-') negations += 1
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character.trim() !== '') negations = 0
    if (depth + negations > SEARCH_DEPTH_MAX) throw restErrors.tooDeep()
  }
}

function patternsIn(conditions: readonly QueryCondition[]): Comparing[] {
  return conditions.flatMap((condition) => {
    if (condition.kind !== 'filter') return patternsIn(condition.conditions)
    const { test } = condition
    return test.kind === 'compare' && isRegexOperator(test.operator) ? [test] : []
  })
}

/**
 * Returns an upper bound for the expanded length of a regular expression. Every repetition count is applied to the whole expression,
 * because nested counts multiply.
 */
function sizeOf(pattern: string): number {
  // In a list such as `match(any).{…}`, a backslash may precede any character, so backslashes are removed.
  const bare = pattern.replaceAll('\\', '')
  // Embedded options are rejected because they change the syntax: `(?x)` allows white space inside a repetition count.
  const hasOptions = /\(\?(?![:=!<])|\*\*\*/.test(bare)
  // Back references are rejected, because they make PostgreSQL try every possible match.
  const refersBack = /\\[1-9]/.test(pattern)
  if (hasOptions || refersBack) return Infinity
  const counts = [...bare.matchAll(/\{(\d+)(?:,(\d*))?\}/g)]
  return counts.reduce((size, [, least = '', most]) => size * Math.max(1, Number(most || least)), bare.length)
}

function countConstraints(pattern: string): number {
  const written = pattern.match(/\\[AZmMyY]/g) ?? []
  const others = pattern.replaceAll('\\', '').match(/\$|(?<!\[)\^|\[:[<>]:|\(\?<?[=!]/g) ?? []
  return written.length + others.length
}
