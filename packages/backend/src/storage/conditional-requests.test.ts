import { expect, test } from 'vitest'
import { isByteRangeAllowed, isCachedCopyCurrent, isPreconditionMet } from './conditional-requests.ts'

const lastModified = new Date('2026-03-05T10:00:00.500Z')
const file = { etag: '"abc"', lastModified }
const same = 'Thu, 05 Mar 2026 10:00:00 GMT'
const earlier = 'Thu, 05 Mar 2026 09:59:59 GMT'
const later = 'Thu, 05 Mar 2026 10:00:01 GMT'

test.each([
  [{ 'if-none-match': '"abc"' }, true],
  [{ 'if-none-match': 'W/"abc"' }, true],
  [{ 'if-none-match': '"x", "abc" , "y"' }, true],
  [{ 'if-none-match': '*' }, true],
  [{ 'if-none-match': '"x"' }, false],
  [{ 'if-none-match': 'abc' }, false],
  [{ 'if-none-match': '"W/abc"' }, false],
  [{ 'if-none-match': '' }, false],
  [{ 'if-modified-since': same }, true],
  [{ 'if-modified-since': later }, true],
  [{ 'if-modified-since': earlier }, false],
  [{ 'if-modified-since': 'yesterday' }, false],
  [{ 'if-none-match': '"x"', 'if-modified-since': later }, false],
  [{}, false],
])('a Storage file request with the headers %j gets a 304: %s', (headers, outcome) => {
  expect(isCachedCopyCurrent(headers, file)).toBe(outcome)
})

test.each([
  [undefined, true],
  ['"abc"', true],
  ['"x"', false],
  ['W/"abc"', false],
  [same, false],
  [later, false],
  [earlier, false],
  ['nonsense', false],
  ['*', false],
  ['"abc", "x"', false],
])('a Storage file request with If-Range %s gets a partial response: %s', (condition, outcome) => {
  expect(isByteRangeAllowed(condition === undefined ? {} : { 'if-range': condition }, file)).toBe(outcome)
})

test.each([
  [{ 'if-unmodified-since': same }, false],
  [{ 'if-unmodified-since': later }, false],
  [{ 'if-unmodified-since': same, 'if-range': '"abc"' }, true],
  [{ 'if-unmodified-since': same, 'if-match': '"abc"' }, true],
  [{ 'if-match': '"abc"' }, true],
  [{ 'if-match': '"abc"', 'if-range': '"x"' }, false],
])('a Storage file request with the headers %j gets a partial response: %s', (headers, outcome) => {
  expect(isByteRangeAllowed(headers, file)).toBe(outcome)
})

test.each([
  [{}, true],
  [{ 'if-match': '"abc"' }, true],
  [{ 'if-match': '"x", "abc"' }, true],
  [{ 'if-match': '*' }, true],
  [{ 'if-match': '"x"' }, false],
  [{ 'if-match': 'W/"abc"' }, false],
  [{ 'if-match': '' }, false],
  [{ 'if-unmodified-since': same }, true],
  [{ 'if-unmodified-since': later }, true],
  [{ 'if-unmodified-since': earlier }, false],
  [{ 'if-unmodified-since': 'yesterday' }, true],
  [{ 'if-match': '"abc"', 'if-unmodified-since': earlier }, true],
  [{ 'if-match': '"x"', 'if-unmodified-since': later }, false],
])('a Storage file request with the preconditions %j is answered: %s', (headers, outcome) => {
  expect(isPreconditionMet(headers, file)).toBe(outcome)
})
