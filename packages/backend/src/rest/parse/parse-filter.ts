import type { ColumnPath } from './column-path.ts'
import { parseFilterList, parseFilterValue } from './parse-value.ts'
import { TextCursor } from './text-cursor.ts'

/** The filter operators that compare a column with one value. */
const COMPARISONS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
] as const
/** A filter operator that compares a column with a value: one of `COMPARISONS`. */
export type ComparisonOperator = (typeof COMPARISONS)[number]

/** The filter operators for full-text search. */
const TEXT_SEARCHES = ['fts', 'plfts', 'phfts', 'wfts'] as const
/** A filter operator for full-text search: one of `TEXT_SEARCHES`. */
export type TextSearchOperator = (typeof TEXT_SEARCHES)[number]

/** The values of the filter operator `is`. */
const STATES = ['null', 'not_null', 'true', 'false', 'unknown'] as const
/** A value of the filter operator `is`: one of `STATES`. */
export type IsFilterValue = (typeof STATES)[number]

/** The test that a filter applies to a column's value. */
export type FilterTest =
  | { kind: 'compare'; operator: ComparisonOperator; quantifier: 'any' | 'all' | null; value: string }
  | { kind: 'search'; operator: TextSearchOperator; config: string | null; value: string }
  | { kind: 'is'; state: IsFilterValue }
  | { kind: 'in'; values: string[] }

/** A filter: a condition on one column or a path into its JSON. */
export type QueryFilter = { kind: 'filter'; path: ColumnPath; negated: boolean; test: FilterTest }

/** Returns whether a filter operator's value is a regular expression (`match`, `imatch`). */
export function isRegexOperator(operator: ComparisonOperator): boolean {
  return operator === 'match' || operator === 'imatch'
}

const comparison = new RegExp(`(${COMPARISONS.join('|')})(?:\\((any|all)\\))?\\.`, 'y')
const quantifiable = new Set<string>(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const textSearch = new RegExp(`(${TEXT_SEARCHES.join('|')})(?:\\(([\\w-]{1,63})\\))?\\.`, 'y')

/** Parses the value of a filter parameter, such as `not.eq.5`. The value after the operator may contain commas. */
export function parseFilter(path: ColumnPath, text: string): QueryFilter {
  const cursor = new TextCursor(text, 'filter')
  const filter = takeFilter(path, cursor, () => cursor.takeRest())
  if (!cursor.isAtEnd) throw cursor.refusal('end of input')
  return filter
}

/** Parses a filter inside `or=(…)` at the cursor, where a comma or parenthesis ends an unquoted value. */
export function parseNestedFilter(path: ColumnPath, cursor: TextCursor): QueryFilter {
  return takeFilter(path, cursor, () => parseFilterValue(cursor))
}

function takeFilter(path: ColumnPath, cursor: TextCursor, value: () => string): QueryFilter {
  const negated = cursor.takeText('not.')
  return { kind: 'filter', path, negated, test: takeTest(cursor, value) }
}

function takeTest(cursor: TextCursor, value: () => string): FilterTest {
  if (cursor.takeText('in.')) return { kind: 'in', values: parseFilterList(cursor) }
  if (cursor.takeText('is.')) return { kind: 'is', state: takeState(cursor) }
  const search = cursor.take(textSearch)
  if (search)
    return { kind: 'search', operator: search[1] as TextSearchOperator, config: search[2] ?? null, value: value() }
  const compare = cursor.take(comparison)
  if (compare === null) throw cursor.refusal('"not" or operator (eq, gt, ...)')
  const operator = compare[1] as ComparisonOperator
  const quantifier = compare[2] === 'any' || compare[2] === 'all' ? compare[2] : null
  if (quantifier !== null && !quantifiable.has(operator)) throw cursor.refusal('an operator that takes any or all')
  return { kind: 'compare', operator, quantifier, value: value() }
}

function takeState(cursor: TextCursor): IsFilterValue {
  const word = cursor.take(/[a-z_]+/iy)?.[0].toLowerCase()
  const state = STATES.find((name) => name === word)
  if (state === undefined) throw cursor.refusal('null, not_null, true, false or unknown')
  return state
}
