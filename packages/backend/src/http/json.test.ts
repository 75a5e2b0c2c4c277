import { expect, test } from 'vitest'
import { blankJsonStrings, parseJson } from './json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('parseJson() returns the parsed value together with the unchanged text', () => {
  expect(parseJson(bytes('{"a":[1,{"b":null}]}'))).toEqual({
    value: { a: [1, { b: null }] },
    text: '{"a":[1,{"b":null}]}',
  })
})

test.each(['{', '{"a":}', 'undefined', '', "{'a':1}", '[1,]', '{"a":1}x'])(
  'the malformed JSON %s is rejected with 400 bad_json',
  (text) => {
    const cause = expect.any(SyntaxError) // the parser's error must be the cause, because the cause is logged
    expect(() => parseJson(bytes(text))).toThrow(expect.objectContaining({ status: 400, code: 'bad_json', cause }))
  },
)

test('a JSON body that is not UTF-8 is rejected', () => {
  expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0xfe, 0x22))).toThrow('not valid JSON')
})

test.each(['{"__proto__":{"admin":true}}', '[{"x":{"__proto__":1}}]', '{"constructor":{"prototype":{"admin":true}}}'])(
  'JSON that could pollute a prototype is rejected: %s',
  (text) => {
    expect(() => parseJson(bytes(text))).toThrow('a member name that is not allowed')
  },
)

test('a JSON member named constructor with a string value is accepted', () => {
  expect(parseJson(bytes('{"constructor":"Bauhaus"}')).value).toEqual({ constructor: 'Bauhaus' })
})

test.each(['1e131071', '[-2.5E+9999]', '{"a":1e-0016383}', '{"a\\"":"b","c":1e1000}'])(
  'JSON with a number whose exponent is beyond ±999 is rejected: %s',
  (text) => {
    expect(() => parseJson(bytes(text))).toThrow('a number that is too large, or too small')
  },
)

test.each(['1e999', '-1E-000999', '["1e131071"]', '{"a\\"1e5000":"\\\\","b":12e3}'])(
  'JSON whose numbers have exponents within ±999 is accepted, whatever its strings contain: %s',
  (text) => {
    expect(() => parseJson(bytes(text))).not.toThrow()
  },
)

test('JSON arrays nested 32 levels deep are accepted, and 34 levels or more are rejected', () => {
  const nested = (depth: number) => bytes('['.repeat(depth) + ']'.repeat(depth))
  expect(() => parseJson(nested(32))).not.toThrow()
  expect(() => parseJson(nested(34))).toThrow('nested too deeply')
  expect(() => parseJson(nested(8_000))).toThrow('nested too deeply')
})

test('JSON objects nested 32 levels deep are accepted, and 33 levels are rejected', () => {
  const objects = (depth: number) => bytes(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  expect(() => parseJson(objects(32))).not.toThrow()
  expect(() => parseJson(objects(33))).toThrow('nested too deeply')
})

test('a JSON member named constructor is accepted when its value is null or has no member named prototype', () => {
  for (const text of ['{"constructor":{}}', '{"constructor":null}', '{"constructor":{"name":"prototype"}}']) {
    expect(parseJson(bytes(text)).value).toEqual(JSON.parse(text))
  }
})

test('blankJsonStrings() empties all strings of a JSON text, including those with escaped quotes', () => {
  expect(blankJsonStrings('{"a\\"b":["c",1,"\\\\"]}')).toBe('{"":["",1,""]}')
})
