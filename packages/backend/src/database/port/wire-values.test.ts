import { expect, test } from 'vitest'
import { POSTGRES_TYPE_PARSERS } from './wire-values.ts'

const [INT8, DATE, TIMESTAMP] = [20, 1082, 1114]

test('an int8 value is parsed to a number if that is exact, otherwise it remains text', () => {
  const read = (text: string) => POSTGRES_TYPE_PARSERS[INT8]?.(text)
  expect([read('7'), read('-9007199254740991')]).toEqual([7, -9_007_199_254_740_991])
  expect(read('9007199254740993')).toBe('9007199254740993')
})

test('values of type date and of timestamp without time zone remain text', () => {
  for (const type of [DATE, TIMESTAMP]) expect(POSTGRES_TYPE_PARSERS[type]?.('2026-03-05')).toBe('2026-03-05')
})
