// Both drivers convert values to text and back, each in its own way. These rules make both engines return the same values.

const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114

/**
 * Parsers by type: int8 becomes a number where that is exact, else text; a date or a timestamp without time zone stays text. Other
 * types are as both drivers return them: timestamptz is a `Date`, json is parsed, numeric is text.
 */
export const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
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

/** Formats a value as node-postgres does for a type that it does not know. */
export function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/**
 * Serializers by type, for PGlite: it rejects a value that doesn't fit its column with errors of its own, where node-postgres sends the
 * text and PostgreSQL decides (22P02, status 400 for the client).
 */
export const SERIALIZERS: Readonly<Record<number, (value: unknown) => string>> = Object.fromEntries(
  [BOOL, INT2, INT4, INT8, TEXT, FLOAT4, FLOAT8, BPCHAR, VARCHAR, DATE, TIMESTAMP, TIMESTAMPTZ].map((type) => [
    type,
    asText,
  ]),
)
