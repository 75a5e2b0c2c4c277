import { expect, test } from 'vitest'
import { parseJson, withoutStrings } from './json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('JSON is parsed and its text kept', () => {
  expect(parseJson(bytes('{"a":[1,{"b":null}]}'))).toEqual({
    value: { a: [1, { b: null }] },
    text: '{"a":[1,{"b":null}]}',
  })
})

test.each(['{', '{"a":}', 'undefined', '', "{'a':1}", '[1,]', '{"a":1}x'])('%s is refused', (text) => {
  const cause = expect.any(SyntaxError) // for the log
  expect(() => parseJson(bytes(text))).toThrow(expect.objectContaining({ status: 400, code: 'bad_json', cause }))
})

test('bytes that are no UTF-8 are refused', () => {
  expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0xfe, 0x22))).toThrow('not valid JSON')
})

test.each(['{"__proto__":{"admin":true}}', '[{"x":{"__proto__":1}}]', '{"constructor":{"prototype":{"admin":true}}}'])(
  '%s, which could reach a prototype, is refused',
  (text) => {
    expect(() => parseJson(bytes(text))).toThrow('a member name that is not allowed')
  },
)

test('a member called constructor is a member like any other', () => {
  expect(parseJson(bytes('{"constructor":"Bauhaus"}')).value).toEqual({ constructor: 'Bauhaus' })
})

test.each(['1e131071', '[-2.5E+9999]', '{"a":1e-0016383}', '{"a\\"":"b","c":1e1000}'])(
  '%s, which is far longer once written out, is refused',
  (text) => {
    expect(() => parseJson(bytes(text))).toThrow('a number that is too large, or too small')
  },
)

test.each(['1e999', '-1E-000999', '["1e131071"]', '{"a\\"1e5000":"\\\\","b":12e3}'])('%s is not', (text) => {
  expect(() => parseJson(bytes(text))).not.toThrow()
})

test('32 levels are read, and more are refused', () => {
  const nested = (depth: number) => bytes('['.repeat(depth) + ']'.repeat(depth))
  expect(() => parseJson(nested(32))).not.toThrow()
  expect(() => parseJson(nested(34))).toThrow('nested too deeply')
  expect(() => parseJson(nested(8_000))).toThrow('nested too deeply')
})

test('33 levels of values are one too many, in objects as in lists', () => {
  const objects = (depth: number) => bytes(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  expect(() => parseJson(objects(32))).not.toThrow()
  expect(() => parseJson(objects(33))).toThrow('nested too deeply')
})

test('a constructor without a prototype, or that is nothing, reaches nothing', () => {
  for (const text of ['{"constructor":{}}', '{"constructor":null}', '{"constructor":{"name":"prototype"}}']) {
    expect(parseJson(bytes(text)).value).toEqual(JSON.parse(text))
  }
})

test('strings of a text are emptied, with the quotes that they hold', () => {
  expect(withoutStrings('{"a\\"b":["c",1,"\\\\"]}')).toBe('{"":["",1,""]}')
})
