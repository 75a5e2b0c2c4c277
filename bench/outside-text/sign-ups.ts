import { type CostlyRequest, HEADER_LINE_MAX_BYTES, PUBLIC_BODY_MAX_BYTES, repeatToLength } from './costly-request.ts'

function signUp(what: string, body: string, headers = {}): CostlyRequest {
  return { what: `sign-up: ${what}`, method: 'POST', path: '/rest/v1/early_access_users', headers, body }
}

const person = '"email":"ada.byron{turn}@example.org"'

/** Costly sign-up requests: oversized bodies, and every field of a sign-up with costly content. */
export const costlySignupRequests: readonly CostlyRequest[] = [
  signUp('quotes and backslashes', repeatToLength('"\\', PUBLIC_BODY_MAX_BYTES)),
  signUp('escaped quotes', repeatToLength('\\"', PUBLIC_BODY_MAX_BYTES)),
  signUp('strings', `["${repeatToLength('\\"",', PUBLIC_BODY_MAX_BYTES)}`),
  signUp('a string never closed', `{"name":"${repeatToLength('\\\\', PUBLIC_BODY_MAX_BYTES)}`),
  signUp('digits', repeatToLength('9', PUBLIC_BODY_MAX_BYTES)),
  signUp('a number of many digits', `{"amount":${repeatToLength('9', PUBLIC_BODY_MAX_BYTES)}}`),
  signUp('exponents', `[${repeatToLength('1e0,', PUBLIC_BODY_MAX_BYTES)}1]`),
  signUp('exponents of zeros', `[1e${repeatToLength('0', PUBLIC_BODY_MAX_BYTES)}]`),
  signUp('many empty rows', `[${repeatToLength('{},', PUBLIC_BODY_MAX_BYTES)}{}]`),
  signUp(
    'many rows',
    `[${repeatToLength(`{"name":"Ada Byron",${person}},`, PUBLIC_BODY_MAX_BYTES)}{"name":"Ada Byron",${person}}]`,
  ),
  signUp('many rows of many people', `[${people(200)}]`),
  signUp('many members', `{${Array.from({ length: 1_600 }, (_, n) => `"m${n}":1`).join()}}`),
  signUp('many lists', `[${repeatToLength('[],', PUBLIC_BODY_MAX_BYTES)}[]]`),
  signUp('deep lists', repeatToLength('[', PUBLIC_BODY_MAX_BYTES)),
  signUp('name of marks', `{"name":"a${repeatToLength('\u0301', 15_000 / 2)}",${person}}`),
  signUp('name of marks to be ordered', `{"name":"a${repeatToLength('\u0301\u0316', 15_000 / 2)}",${person}}`),
  signUp('name of syllables', `{"name":"${repeatToLength('\u1100\u1161', 15_000 / 3)}",${person}}`),
  signUp('name of spaces', `{"name":"a${repeatToLength(' ', 15_000)}b",${person}}`),
  signUp('name of odd spaces', `{"name":"a${repeatToLength('\u00a0', 7_500)}b",${person}}`),
  signUp('name of brackets', `{"name":"${repeatToLength('<', 15_000)}",${person}}`),
  signUp('name of handlers', `{"name":"${repeatToLength('on', 15_000)}",${person}}`),
  signUp('name of handlers and spaces', `{"name":"${repeatToLength('ona ', 15_000)}",${person}}`),
  signUp('name of dashes', `{"name":"${repeatToLength('a-', 15_000)}",${person}}`),
  signUp('name of one letter', `{"name":"${repeatToLength('a', 15_000)}",${person}}`),
  signUp('name of apostrophes', `{"name":"a${repeatToLength("'", 15_000)}",${person}}`),
  signUp('address of dots', `{"name":"Ada Byron","email":"${repeatToLength('a.', 15_000)}@example.org"}`),
  signUp('address of at signs', `{"name":"Ada Byron","email":"${repeatToLength('@', 15_000)}"}`),
  signUp('address of plus signs', `{"name":"Ada Byron","email":"${repeatToLength('+', 15_000)}@example.org"}`),
  signUp('address of hyphens', `{"name":"Ada Byron","email":"a@${repeatToLength('a-', 15_000)}.org"}`),
  signUp('address of labels', `{"name":"Ada Byron","email":"a@${repeatToLength('a.', 15_000)}org"}`),
  signUp('address of spaces', `{"name":"Ada Byron","email":"a${repeatToLength(' ', 15_000)}@example.org"}`),
  signUp('address of digits', `{"name":"Ada Byron","email":"${repeatToLength('1', 15_000)}@example.org"}`),
  signUp('order id', `{"name":"Ada Byron",${person},"order_id":"${repeatToLength('a', 15_000)}"}`),
  signUp('content type of parameters', '{}', {
    'content-type': `application/json${repeatToLength(';a=b', HEADER_LINE_MAX_BYTES)}`,
  }),
  signUp('content type of spaces', '{}', {
    'content-type': `application/json${repeatToLength(' ', HEADER_LINE_MAX_BYTES)};`,
  }),
  signUp('content type of letters', '{}', {
    'content-type': `application/${repeatToLength('a', HEADER_LINE_MAX_BYTES)}`,
  }),
  signUp('content type of pluses', '{}', {
    'content-type': `application/${repeatToLength('+', HEADER_LINE_MAX_BYTES)}json`,
  }),
]

function people(count: number): string {
  return Array.from({ length: count }, (_, n) => `{"name":"Ada Byron","email":"a${n}.{turn}@example.org"}`).join()
}
