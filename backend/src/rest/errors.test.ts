import { expect, test } from 'vitest'
import { Refusal } from '../http/errors.ts'
import { httpErrors } from '../http/http-errors.ts'
import { renderRestError, restErrorCodes, restErrors } from './errors.ts'

// The statuses and codes are those of PostgREST's `docs/errors`. Programs depend on the status and the code; people read the message.
test.each([
  ['badQuery', 400, 'PGRST100', 'failed to parse the query'],
  ['badFunctionMethod', 405, 'PGRST101', 'Cannot use this method on RPC'],
  ['badBody', 400, 'PGRST102', 'Empty or invalid json'],
  ['badRange', 416, 'PGRST103', 'Requested range not satisfiable'],
  ['unknownSchema', 406, 'PGRST106', 'Invalid schema'],
  ['notAcceptable', 406, 'PGRST107', 'None of these media types are available'],
  ['notEmbedded', 400, 'PGRST108', 'This is not an embedded resource in this request'],
  ['notSingle', 406, 'PGRST116', 'Cannot coerce the result to a single JSON object'],
  ['badMethod', 405, 'PGRST117', 'Unsupported HTTP method'],
  ['badPreference', 400, 'PGRST122', 'Invalid preferences given with handling=strict'],
  ['aggregate', 400, 'PGRST123', 'Use of aggregate functions is not allowed'],
  ['tooManyAffected', 400, 'PGRST124', 'Query result exceeds max-affected preference constraint'],
  ['rootDisabled', 404, 'PGRST126', 'Root endpoint metadata is disabled'],
  ['notImplemented', 400, 'PGRST127', 'Feature not implemented'],
  ['unknownFunction', 404, 'PGRST202', 'Could not find the function in the schema cache'],
  ['ambiguousFunction', 300, 'PGRST203', 'Could not choose the best candidate function'],
  ['unknownField', 400, 'PGRST204', 'Could not find the column in the schema cache'],
  ['unknownTable', 404, 'PGRST205', 'Could not find the table in the schema cache'],
  ['unknownColumn', 400, '42703', 'column does not exist'],
  ['wrongType', 400, '42804', 'The value is of another type than the column'],
  ['unknownType', 400, '42704', 'type does not exist'],
  ['tooMany', 413, '54001', 'statement too complex'],
  ['outOfRange', 400, '22003', 'value overflows numeric format'],
  ['unfiltered', 400, '21000', 'This requires a WHERE clause'],
] as const)('the REST error %s has status %i and code %s', (name, status, code, message) => {
  expect(renderRestError(restErrors[name]())).toEqual({
    status,
    body: { code, message, details: null, hint: null },
    headers: { 'cache-control': 'no-store' },
  })
  expect(restErrorCodes()).toContain(code)
})

test.each([
  ['badUrl', 'PGRST125'],
  ['notFound', 'PGRST125'],
  ['badQuery', 'PGRST100'],
  ['badHeader', 'PGRST100'],
  ['badJson', 'PGRST102'],
  ['badInput', 'PGRST102'],
  ['unsupportedType', 'PGRST107'],
  ['methodNotAllowed', 'PGRST117'],
  ['noApiKey', 'PGRST302'],
  ['invalidApiKey', 'PGRST301'],
  ['invalidToken', 'PGRST301'],
  ['expiredToken', 'PGRST303'],
  ['databaseUnavailable', 'PGRST001'],
  ['siteMoving', 'PGRST001'],
  ['internal', 'PGRSTX00'],
] as const)('the REST API renders the shared error %s with code %s, and keeps its status and message', (name, code) => {
  const refusal = httpErrors[name]()
  expect(renderRestError(refusal)).toMatchObject({ status: refusal.status, body: { code, message: refusal.message } })
  expect(restErrorCodes()).toContain(code)
})

test('a REST error without a PostgREST equivalent keeps its own code, and restErrorCodes() lists every code once', () => {
  const odd = new Refusal({ status: 429, code: 'too_many', message: 'Slower.' }, { details: 'a', hint: 'b' })
  expect(renderRestError(odd).body).toEqual({ code: 'too_many', message: 'Slower.', details: 'a', hint: 'b' })
  expect(restErrorCodes()).toEqual([...new Set(restErrorCodes())])
})

test('a REST error has a www-authenticate header when its status is 401, but not when it is 400', () => {
  const unknown = renderRestError(httpErrors.noApiKey())
  expect(unknown.headers).toEqual({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' })
  expect(renderRestError(httpErrors.badInput()).headers).toEqual({ 'cache-control': 'no-store' })
})
