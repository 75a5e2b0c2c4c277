import { holdsHugeNumber, withoutStrings } from '../http/json.ts'
import { restErrors } from './errors.ts'
import type { Test } from './parse-filter.ts'
import type { Condition } from './parse-logic.ts'
import { stepsOf } from './pattern-cost.ts'

// The embedded engine reads a value on this process's own stack and can't be interrupted: what would use up the stack, the time or the
// memory is refused before it gets there, and in PostgreSQL's own words. Bodies are as deep at most (http/json.ts).
const JSON_DEPTH_MAX = 32
const SEARCH_DEPTH_MAX = 16
// Of characters, in all patterns of a request, each as often as the counts around it may repeat it. PostgreSQL walks along all of them, one
// call inside of the other, and takes time with their square.
const PATTERNS_MAX = 500

// What stands here takes either engine up to 35 ms.
const PATTERN_STEPS_MAX = 40_000

type Comparing = Extract<Test, { kind: 'compare' }>

/** Refuses patterns that grow, are tried for ever, take long to read, or are too many of all. */
export function refuseComplexPatterns(conditions: readonly Condition[]): void {
  const tests = patternsIn(conditions)
  if (sumOf(tests.map(({ value }) => sizeOf(value))) > PATTERNS_MAX) throw restErrors.tooComplex()
  if (sumOf(tests.map(stepsOfTest)) > PATTERN_STEPS_MAX) throw restErrors.tooComplex()
}

function stepsOfTest({ operator, quantifier, value }: Comparing): number {
  const patterns = quantifier === null ? [value] : textsIn(value)
  return sumOf(patterns.map((pattern) => stepsOf(pattern, operator === 'imatch')))
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
    return test.kind === 'compare' && (test.operator === 'match' || test.operator === 'imatch') ? [test] : []
  })
}

/** The texts of a list, `{a,"b c"}`, as PostgreSQL reads them: a backslash takes any character as it is. */
function textsIn(list: string): string[] {
  const texts = list.matchAll(/"((?:[^"\\]|\\.)*)"|(?:[^{},"\\]|\\.)+/gs)
  return Array.from(texts, ([text, inQuotes = text]) => inQuotes.replaceAll(/\\(.)/gs, '$1'))
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
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
