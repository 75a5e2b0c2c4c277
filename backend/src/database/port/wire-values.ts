// The drivers of the two engines convert values to text and back in different ways. These parsers and serializers make both return the same
// values.

const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114

/**
 * Parsers by the id of the PostgreSQL type. int8 becomes a number where that is exact, otherwise text; a date, or a timestamp without time
 * zone, stays text. For other types both drivers already agree: timestamptz is a `Date`, json is parsed, numeric is text.
 */
export const POSTGRES_TYPE_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text),
  [DATE]: (text) => text,
  [TIMESTAMP]: (text) => text,
}

const BOOL = 16
const INT2 = 21
const INT4 = 23
const TEXT = 25
const FLOAT4 = 700
const FLOAT8 = 701
const BPCHAR = 1042
const VARCHAR = 1043
const TIMESTAMPTZ = 1184

/** Formats a value as text in the same way as node-postgres does for a type that it does not know. */
export function serializeValueAsPostgresText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/**
 * Serializers for PGlite, by the id of the PostgreSQL type. PGlite's own serializers reject a value that doesn't fit its column with errors
 * of their own. node-postgres instead sends the text, and PostgreSQL rejects it with SQLSTATE 22P02, which the client gets as status 400.
 */
export const POSTGRES_TYPE_SERIALIZERS: Readonly<Record<number, (value: unknown) => string>> = Object.fromEntries(
  [BOOL, INT2, INT4, INT8, TEXT, FLOAT4, FLOAT8, BPCHAR, VARCHAR, DATE, TIMESTAMP, TIMESTAMPTZ].map((type) => [
    type,
    serializeValueAsPostgresText,
  ]),
)
