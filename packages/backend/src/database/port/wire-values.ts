const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114

/**
 * Parsers by the id of the PostgreSQL type. int8 becomes a number where that is exact, otherwise text; a date, or a timestamp without time
 * zone, stays text. Of other types, timestamptz is a `Date`, json is parsed, numeric is text.
 */
export const POSTGRES_TYPE_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text),
  [DATE]: (text) => text,
  [TIMESTAMP]: (text) => text,
}
