import { type RawBuilder, sql } from 'kysely'
import { hasHugeNumber } from '../../http/json.ts'
import { restErrors } from '../errors.ts'
import type { ComparisonOperator, FilterTest, QueryFilter, TextSearchOperator } from '../parse/parse-filter.ts'
import type { QueryCondition } from '../parse/parse-logic.ts'
import { castValueSql, resolveSqlField, type SqlField, type SqlRelation } from './field-sql.ts'

const operators: Record<ComparisonOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const searches: Record<TextSearchOperator, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

const patterns = new Set<ComparisonOperator>(['like', 'ilike'])
const textual = new Set<ComparisonOperator>(['like', 'ilike', 'match', 'imatch'])

/** Returns the `where` clause for a list of conditions, or an empty one without conditions. */
export function whereSql(relation: SqlRelation, conditions: readonly QueryCondition[]): RawBuilder<unknown> {
  if (conditions.length === 0) return sql``
  return sql`where ${sql.join(
    conditions.map((condition) => conditionOf(relation, condition)),
    sql` and `,
  )}`
}

function conditionOf(relation: SqlRelation, condition: QueryCondition): RawBuilder<unknown> {
  if (condition.kind === 'filter') return filterOf(relation, condition)
  const parts = condition.conditions.map((part) => conditionOf(relation, part))
  const joined = sql`(${sql.join(parts, condition.kind === 'and' ? sql` and ` : sql` or `)})`
  return condition.negated ? sql`not ${joined}` : joined
}

function filterOf(relation: SqlRelation, { path, negated, test }: QueryFilter): RawBuilder<unknown> {
  const tested = testOf(resolveSqlField(relation, path), test)
  return negated ? sql`not (${tested})` : sql`(${tested})`
}

function testOf(field: SqlField, test: FilterTest): RawBuilder<unknown> {
  if (/^(json|numeric)/.test(field.type)) rejectHugeNumbers(test)
  switch (test.kind) {
    case 'compare':
      return comparisonOf(field, test)
    case 'search':
      return searchOf(field, test)
    case 'in':
      // The whole list is one SQL parameter, so that lists of different lengths share the same SQL text.
      return sql`${field.expression} = any (array(
        select cast(value as ${sql.raw(field.type)}) from jsonb_array_elements_text(cast(${JSON.stringify(test.values)} as jsonb))
      ))`
    case 'is':
      return sql`${field.expression} is ${sql.raw(test.state.replace('_', ' '))}`
  }
}

/** Rejects numbers that are short in the request and up to 131,072 digits (65 kB) long in PostgreSQL, such as 1e131071. */
function rejectHugeNumbers(test: FilterTest): void {
  const values = test.kind === 'in' ? test.values : test.kind === 'compare' ? [test.value] : []
  if (values.some(hasHugeNumber)) throw restErrors.outOfRange()
}

function comparisonOf(field: SqlField, test: Extract<FilterTest, { kind: 'compare' }>): RawBuilder<unknown> {
  const value = patterns.has(test.operator) ? test.value.replaceAll('*', '%') : test.value
  const type = textual.has(test.operator) ? 'text' : field.type
  const operator = sql.raw(operators[test.operator])
  if (test.quantifier === null) return sql`${field.expression} ${operator} ${castValueSql(value, type)}`
  return sql`${field.expression} ${operator} ${sql.raw(test.quantifier)} (${castValueSql(value, `${type}[]`)})`
}

function searchOf(field: SqlField, test: Extract<FilterTest, { kind: 'search' }>): RawBuilder<unknown> {
  const config = test.config === null ? sql`` : sql`cast(cast(${test.config} as text) as regconfig), `
  const document = field.type === 'tsvector' ? field.expression : sql`to_tsvector(${config}${field.expression})`
  return sql`${document} @@ ${sql.raw(searches[test.operator])}(${config}cast(${test.value} as text))`
}
