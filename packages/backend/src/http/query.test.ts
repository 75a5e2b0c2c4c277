import { expect, test } from 'vitest'
import { parseQueryPairs, parseUniqueQuery } from './query.ts'

test('parseQueryPairs() returns the decoded name and value pairs of a URL query in their order', () => {
  expect(parseQueryPairs('/a?b=1&c=x+y%20z&b=%C3%A4&d')).toEqual([
    ['b', '1'],
    ['c', 'x y z'],
    ['b', 'ä'],
    ['d', ''],
  ])
  expect(parseQueryPairs('/a')).toEqual([])
  expect(parseQueryPairs('/a?')).toEqual([])
})

test.each(['/a?b=%', '/a?b=%zz', '/a?%ff=1', '/a?b=%C3'])(
  'the malformed percent escape in the URL %s is rejected with 400 bad_query',
  (url) => {
    const cause = expect.any(URIError) // the decoder's error must be the cause, because the cause is logged
    expect(() => parseQueryPairs(url)).toThrow(expect.objectContaining({ status: 400, code: 'bad_query', cause }))
  },
)

test('parseUniqueQuery() rejects a repeated parameter name', () => {
  expect(parseUniqueQuery('/a?b=1&c=2')).toEqual({ b: '1', c: '2' })
  expect(() => parseUniqueQuery('/a?b=1&b=2')).toThrow('stands twice')
})

test('parseUniqueQuery() treats __proto__ as an ordinary parameter name', () => {
  const query = parseUniqueQuery('/a?__proto__=1&constructor=2')
  expect(Object.getPrototypeOf(query)).toBe(Object.prototype)
  expect(Object.hasOwn(query, '__proto__')).toBe(true)
})
