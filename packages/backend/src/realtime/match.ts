import { type FilterOperator, type SubscriptionFilter, SubscriptionFilterError } from './filter.ts'

/** Returns whether a row matches a subscription filter. A missing or null column never matches, as in SQL. */
export type RowPredicate = (row: Readonly<Record<string, unknown>>) => boolean

type Comparable = string | number | bigint | boolean
/** Parses a value of a filter or a JSON value of a row to a comparable value. Returns null when the value is not of the column's type. */
type Reader = (value: unknown) => Comparable | null

const readers = new Map<string, Reader>([
  ...['text', 'varchar', 'bpchar', 'name'].map((type) => [type, readText] as const),
  ...['int2', 'int4', 'int8', 'oid', 'float4', 'float8', 'numeric'].map((type) => [type, readNumber] as const),
  ...['timestamptz', 'timestamp', 'date'].map((type) => [type, readInstant] as const),
  ['uuid', readUuid],
  ['bool', readBoolean],
])

/**
 * Compiles all conditions of a filter to one predicate, for a table with the given column types. Throws SubscriptionFilterError for an unknown
 * column, a type that cannot be compared by this code, or a value that is not of the column's type. Text is ordered by code point, as in
 * PostgreSQL's collation "C".
 */
export function compileSubscriptionFilters(
  filters: readonly SubscriptionFilter[],
  typeOf: (column: string) => string | undefined,
): RowPredicate {
  const tests = filters.map((filter) => compile(filter, typeOf(filter.column)))
  return (row) => tests.every((passes) => passes(row))
}

function compile({ column, operator, values }: SubscriptionFilter, type: string | undefined): RowPredicate {
  if (type === undefined) throw new SubscriptionFilterError(`invalid column for filter ${column}`)
  const read = readers.get(type)
  if (!read) throw new SubscriptionFilterError(`columns of type ${type} cannot be filtered`)
  const wanted = values.map((value) => {
    const known = read(value)
    if (known === null) throw new SubscriptionFilterError(`invalid input for column ${column} of type ${type}`)
    return known
  })
  return (row) => {
    const actual = read(row[column])
    return actual !== null && compare(operator, actual, wanted)
  }
}

function compare(operator: FilterOperator, actual: Comparable, wanted: readonly Comparable[]): boolean {
  const [first] = wanted
  if (first === undefined) return false
  switch (operator) {
    case 'eq':
    case 'in':
      return wanted.includes(actual)
    case 'neq':
      return actual !== first
    case 'lt':
      return isBefore(actual, first)
    case 'lte':
      return !isBefore(first, actual)
    case 'gt':
      return isBefore(first, actual)
    case 'gte':
      return !isBefore(actual, first)
  }
}

function isBefore(left: Comparable, right: Comparable): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') return left < right
  // JavaScript compares 16-bit units of a string. Comparing the UTF-8 bytes gives the order of code points.
  return Buffer.compare(Buffer.from(left), Buffer.from(right)) < 0
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function readUuid(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
    ? value.toLowerCase()
    : null
}

function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value.trim())
    ? Number(value)
    : null
}

function readBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === 't') return true
  return value === 'false' || value === 'f' ? false : null
}

/** Parses a date or time stamp to microseconds since 1970, which is PostgreSQL's precision. Without a time zone it is in UTC. */
function readInstant(value: unknown): bigint | null {
  if (typeof value !== 'string') return null
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?)?(?:Z|([+-]\d\d)(?::?(\d\d))?)?$/i.exec(
    value.trim(),
  )
  if (!parts) return null
  const [, date, time = '00:00:00', fraction = '', hours = '+00', minutes = '00'] = parts
  const milliseconds = Date.parse(`${date}T${time}${hours}:${minutes}`)
  return Number.isNaN(milliseconds) ? null : BigInt(milliseconds) * 1000n + BigInt(fraction.padEnd(6, '0'))
}
