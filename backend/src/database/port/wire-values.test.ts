import { expect, test } from 'vitest'
import { POSTGRES_TYPE_PARSERS, POSTGRES_TYPE_SERIALIZERS, serializeValueAsPostgresText } from './wire-values.ts'

const [INT8, DATE, TIMESTAMP, TIMESTAMPTZ] = [20, 1082, 1114, 1184]

test('an int8 value is parsed to a number if that is exact, otherwise it remains text', () => {
  const read = (text: string) => POSTGRES_TYPE_PARSERS[INT8]?.(text)
  expect([read('7'), read('-9007199254740991')]).toEqual([7, -9_007_199_254_740_991])
  expect(read('9007199254740993')).toBe('9007199254740993')
})

test('values of type date and of timestamp without time zone remain text', () => {
  for (const type of [DATE, TIMESTAMP]) expect(POSTGRES_TYPE_PARSERS[type]?.('2026-03-05')).toBe('2026-03-05')
})

test('JavaScript values are serialised to text that PostgreSQL can parse', () => {
  expect(serializeValueAsPostgresText(new Date('2026-03-05T10:00:00Z'))).toBe('2026-03-05T10:00:00.000Z')
  expect(serializeValueAsPostgresText({ a: [1] })).toBe('{"a":[1]}')
  expect([
    serializeValueAsPostgresText(7),
    serializeValueAsPostgresText(true),
    serializeValueAsPostgresText('x'),
    serializeValueAsPostgresText(null),
  ]).toEqual(['7', 'true', 'x', 'null'])
  expect(POSTGRES_TYPE_SERIALIZERS[TIMESTAMPTZ]?.('soon')).toBe('soon')
})
