import { REALTIME_LIMITS } from './limits.ts'

/** The supported operators of subscription filters. Supabase has a few more; the server rejects a filter that uses one of those. */
export const FILTER_OPERATORS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in'] as const

/** An operator of a filter: one of `OPERATORS`. */
export type FilterOperator = (typeof FILTER_OPERATORS)[number]

/** One condition of a subscription filter: `column=operator.value`. Only `in` has several values. */
export type SubscriptionFilter = { column: string; operator: FilterOperator; values: string[] }

/** Thrown for a malformed filter. The message contains the reason and is sent to the client. */
export class SubscriptionFilterError extends Error {
  override name = 'SubscriptionFilterError'
}

/**
 * Parses a subscription filter: `column=eq.value`, several conditions joined by commas (AND), and `column=in.(a,b)`. Values with a comma, a
 * parenthesis or a quote are in double quotes with backslash escapes, as realtime-js's filter builder writes them. Throws SubscriptionFilterError for
 * a malformed filter.
 */
export function parseSubscriptionFilters(text: string): SubscriptionFilter[] {
  if (text.trim() === '') return []
  const conditions = splitOutsideQuotes(text)
  if (conditions.length > REALTIME_LIMITS.conditionsPerFilter) {
    throw new SubscriptionFilterError(`too many conditions in filter. Maximum ${REALTIME_LIMITS.conditionsPerFilter}`)
  }
  return conditions.map((condition) => parseCondition(condition.trim()))
}

function parseCondition(condition: string): SubscriptionFilter {
  if (condition === '')
    throw new SubscriptionFilterError('filter must not contain empty segments (check for extra commas)')
  const equals = condition.indexOf('=')
  const dot = condition.indexOf('.', equals)
  if (equals < 1 || dot === -1)
    throw new SubscriptionFilterError(`expected column=operator.value, got ${JSON.stringify(condition)}`)
  const operator = condition.slice(equals + 1, dot)
  if (!isOperator(operator)) throw new SubscriptionFilterError(`operator ${JSON.stringify(operator)} is not supported`)
  const value = condition.slice(dot + 1)
  return {
    column: condition.slice(0, equals),
    operator,
    values: operator === 'in' ? parseList(value) : [unquote(value)],
  }
}

function parseList(value: string): string[] {
  if (!/^\(.*\)$/s.test(value)) throw new SubscriptionFilterError('`in` filter value must be wrapped by parentheses')
  const values = splitOutsideQuotes(value.slice(1, -1)).map((item) => unquote(item.trim()))
  if (values.length > REALTIME_LIMITS.valuesPerInFilter) {
    throw new SubscriptionFilterError(`too many values for \`in\` filter. Maximum ${REALTIME_LIMITS.valuesPerInFilter}`)
  }
  return values
}

/** Splits a filter at commas outside of quotes and parentheses. A quote opens only at the start of a value. */
function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let isQuoted = false
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isQuoted) {
      if (character === '\\') at++
      else if (character === '"') isQuoted = false
    } else if (character === '"' && '.(,'.includes(text.charAt(at - 1))) isQuoted = true
    else if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

function unquote(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)
  return quoted?.[1] === undefined ? value : quoted[1].replace(/\\(.)/gs, '$1')
}

function isOperator(text: string): text is FilterOperator {
  return (FILTER_OPERATORS as readonly string[]).includes(text)
}
