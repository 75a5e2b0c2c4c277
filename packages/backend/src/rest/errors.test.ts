import { expect, test } from 'vitest'
import { Refusal } from '../http/errors.ts'
import { httpErrors } from '../http/http-errors.ts'
import { renderRestError } from './errors.ts'

test('the REST API renders a shared error with the code of PostgREST, and keeps its status and message', () => {
  const refusal = httpErrors.databaseUnavailable()
  expect(renderRestError(refusal)).toMatchObject({
    status: 503,
    body: { code: 'PGRST001', message: refusal.message },
  })
})

test('a REST error without a PostgREST equivalent keeps its own code', () => {
  const odd = new Refusal({ status: 429, code: 'too_many', message: 'Slower.' }, { details: 'a', hint: 'b' })
  expect(renderRestError(odd).body).toEqual({ code: 'too_many', message: 'Slower.', details: 'a', hint: 'b' })
})

test('a REST error has a www-authenticate header when its status is 401, but not when it is 400', () => {
  const unknown = renderRestError(httpErrors.noApiKey())
  expect(unknown.headers).toEqual({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' })
  expect(renderRestError(httpErrors.badInput()).headers).toEqual({ 'cache-control': 'no-store' })
})
