import type { Caller } from '../database/port/database.ts'
import { restErrors } from './errors.ts'
import { isRegexOperator } from './parse/parse-filter.ts'
import type { QueryCondition } from './parse/parse-logic.ts'
import type { ParsedRestQuery } from './parse/parse-query.ts'

// The maximum number of columns, of conditions and of order terms in a query. Each of them costs the database 0.01 to 0.07 ms, and more
// with a text search.
const EXPRESSIONS_MAX = 200

/**
 * Throws for expensive queries of callers without the secret key: regular expressions, ordering by a JSON path, and more than 200 columns,
 * conditions or order terms (docs/decisions.md, "Visitors' queries are bounded before PostgreSQL runs them").
 */
export function rejectCostlyQuery(
  { select, conditions, order }: ParsedRestQuery,
  { role }: Pick<Caller, 'role'>,
): void {
  if (role === 'service_role') return
  const all = allConditions(conditions)
  if (Math.max(select.length, all.length, order.length) > EXPRESSIONS_MAX) {
    throw restErrors.tooMany({
      details: `A query may have ${EXPRESSIONS_MAX} columns, ${EXPRESSIONS_MAX} conditions and ${EXPRESSIONS_MAX} terms of an order.`,
    })
  }
  if (all.some(isPatternSearch)) {
    throw restErrors.notImplemented({
      details: 'Searching by a regular expression (match, imatch) is only available with the secret key.',
      hint: 'Use like or ilike.',
    })
  }
  if (order.some(({ path }) => path.steps.length > 0)) {
    throw restErrors.notImplemented({
      details: 'Ordering by what is inside of a JSON column is only available with the secret key.',
      hint: 'Order by a column.',
    })
  }
}

/** Returns all conditions of a query, including nested ones and the `and` and `or` groups that contain them. */
function allConditions(conditions: readonly QueryCondition[]): QueryCondition[] {
  return conditions.flatMap((condition) => {
    return condition.kind === 'filter' ? [condition] : [condition, ...allConditions(condition.conditions)]
  })
}

function isPatternSearch(condition: QueryCondition): boolean {
  return condition.kind === 'filter' && condition.test.kind === 'compare' && isRegexOperator(condition.test.operator)
}
