// Both drivers turn values into text and back, each in its own way. These rules make the two engines answer the same.

const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114

/**
 * Values as they come: int8 is a number where that is exact and text beyond, a date without a time zone stays text.
 * Everything else is as both drivers have it: timestamptz is a `Date`, json is parsed, numeric is text.
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

/** A value as node-postgres would write it for a type that it knows nothing about. */
export function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/**
 * Values as they go, for PGlite: it refuses what doesn't suit a column with errors of its own, where node-postgres hands
 * PostgreSQL the text and lets it judge (22P02, a 400 for the client).
 */
export const SERIALIZERS: Readonly<Record<number, (value: unknown) => string>> = Object.fromEntries(
  [BOOL, INT2, INT4, INT8, TEXT, FLOAT4, FLOAT8, BPCHAR, VARCHAR, DATE, TIMESTAMP, TIMESTAMPTZ].map((type) => [
    type,
    asText,
  ]),
)
