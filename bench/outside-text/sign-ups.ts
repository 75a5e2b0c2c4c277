import { BODY_MAX, type CostlyRequest, filled, LINE_MAX } from './costly-request.ts'

function signUp(what: string, body: string, headers = {}): CostlyRequest {
  return { what: `sign-up: ${what}`, method: 'POST', path: '/rest/v1/early_access_users', headers, body }
}

const person = '"email":"ada.byron{turn}@example.org"'

/** Costly sign-up requests: oversized bodies, and every field of a sign-up with costly content. */
export const signUps: readonly CostlyRequest[] = [
  signUp('quotes and backslashes', filled('"\\', BODY_MAX)),
  signUp('escaped quotes', filled('\\"', BODY_MAX)),
  signUp('strings', `["${filled('\\"",', BODY_MAX)}`),
  signUp('a string never closed', `{"name":"${filled('\\\\', BODY_MAX)}`),
  signUp('digits', filled('9', BODY_MAX)),
  signUp('a number of many digits', `{"amount":${filled('9', BODY_MAX)}}`),
  signUp('exponents', `[${filled('1e0,', BODY_MAX)}1]`),
  signUp('exponents of zeros', `[1e${filled('0', BODY_MAX)}]`),
  signUp('many empty rows', `[${filled('{},', BODY_MAX)}{}]`),
  signUp('many rows', `[${filled(`{"name":"Ada Byron",${person}},`, BODY_MAX)}{"name":"Ada Byron",${person}}]`),
  signUp('many rows of many people', `[${people(200)}]`),
  signUp('many members', `{${Array.from({ length: 1_600 }, (_, n) => `"m${n}":1`).join()}}`),
  signUp('many lists', `[${filled('[],', BODY_MAX)}[]]`),
  signUp('deep lists', filled('[', BODY_MAX)),
  signUp('name of marks', `{"name":"a${filled('\u0301', 15_000 / 2)}",${person}}`),
  signUp('name of marks to be ordered', `{"name":"a${filled('\u0301\u0316', 15_000 / 2)}",${person}}`),
  signUp('name of syllables', `{"name":"${filled('\u1100\u1161', 15_000 / 3)}",${person}}`),
  signUp('name of spaces', `{"name":"a${filled(' ', 15_000)}b",${person}}`),
  signUp('name of odd spaces', `{"name":"a${filled('\u00a0', 7_500)}b",${person}}`),
  signUp('name of brackets', `{"name":"${filled('<', 15_000)}",${person}}`),
  signUp('name of handlers', `{"name":"${filled('on', 15_000)}",${person}}`),
  signUp('name of handlers and spaces', `{"name":"${filled('ona ', 15_000)}",${person}}`),
  signUp('name of dashes', `{"name":"${filled('a-', 15_000)}",${person}}`),
  signUp('name of one letter', `{"name":"${filled('a', 15_000)}",${person}}`),
  signUp('name of apostrophes', `{"name":"a${filled("'", 15_000)}",${person}}`),
  signUp('address of dots', `{"name":"Ada Byron","email":"${filled('a.', 15_000)}@example.org"}`),
  signUp('address of at signs', `{"name":"Ada Byron","email":"${filled('@', 15_000)}"}`),
  signUp('address of plus signs', `{"name":"Ada Byron","email":"${filled('+', 15_000)}@example.org"}`),
  signUp('address of hyphens', `{"name":"Ada Byron","email":"a@${filled('a-', 15_000)}.org"}`),
  signUp('address of labels', `{"name":"Ada Byron","email":"a@${filled('a.', 15_000)}org"}`),
  signUp('address of spaces', `{"name":"Ada Byron","email":"a${filled(' ', 15_000)}@example.org"}`),
  signUp('address of digits', `{"name":"Ada Byron","email":"${filled('1', 15_000)}@example.org"}`),
  signUp('order id', `{"name":"Ada Byron",${person},"order_id":"${filled('a', 15_000)}"}`),
  signUp('content type of parameters', '{}', { 'content-type': `application/json${filled(';a=b', LINE_MAX)}` }),
  signUp('content type of spaces', '{}', { 'content-type': `application/json${filled(' ', LINE_MAX)};` }),
  signUp('content type of letters', '{}', { 'content-type': `application/${filled('a', LINE_MAX)}` }),
  signUp('content type of pluses', '{}', { 'content-type': `application/${filled('+', LINE_MAX)}json` }),
]

function people(count: number): string {
  return Array.from({ length: count }, (_, n) => `{"name":"Ada Byron","email":"a${n}.{turn}@example.org"}`).join()
}
