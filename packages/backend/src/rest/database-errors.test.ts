import { expect, test } from 'vitest'
import { DatabaseError } from '../database/port/errors.ts'
import { convertDatabaseError, getSqlStateHttpStatus } from './database-errors.ts'

const anon = { role: 'anon', claims: {}, source: '' } as const
const operator = { role: 'service_role', claims: {}, source: '' } as const

test.each([
  ['23505', 409],
  ['23503', 409],
  ['23502', 400],
  ['23514', 400],
  ['22P02', 400],
  ['22003', 400],
  ['22021', 400],
  ['42P01', 404],
  ['42883', 404],
  ['42703', 400],
  ['25006', 405],
  ['21000', 400],
  ['P0001', 400],
  ['40001', 503],
  ['54001', 413],
  ['57014', 500],
  ['57P01', 503],
  ['53300', 503],
  ['XX000', 500],
  ['PT429', 429],
  ['PT403', 403],
  ['PT999', 400],
  ['PT199', 400],
  ['PT4290', 400],
  ['XPT429', 400],
  ['08006', 503],
  ['09000', 500],
  ['0L000', 403],
  ['0P000', 403],
  ['25001', 500],
  ['28000', 403],
  ['2D000', 500],
  ['38000', 500],
  ['39000', 500],
  ['3B000', 500],
  ['42P17', 500],
  ['53400', 500],
  ['55000', 500],
  ['58000', 500],
  ['F0000', 500],
  ['HV000', 500],
  ['P0002', 500],
])('the REST API responds to SQLSTATE %s with the status %i', (code, status) => {
  expect(getSqlStateHttpStatus(code, anon)).toBe(status)
})

test('the REST API responds to a missing database privilege with 401 for the role anon, and with 403 for service_role', () => {
  expect(getSqlStateHttpStatus('42501', anon)).toBe(401)
  expect(getSqlStateHttpStatus('42501', operator)).toBe(403)
})

function databaseError(code: string) {
  return new DatabaseError(
    Object.assign(new Error('what it says'), { code, severity: 'ERROR', detail: 'more', hint: 'try' }),
  )
}

test('the REST API passes message, details and hint of a database error to the client', () => {
  const refusal = convertDatabaseError(databaseError('23505'), anon)
  expect(refusal).toMatchObject({ status: 409, code: '23505', message: 'what it says', details: 'more', hint: 'try' })
})

test('the REST API sends a status that SQL raises as PTxyz with its message, even a 5xx', () => {
  expect(convertDatabaseError(databaseError('PT503'), anon)).toMatchObject({
    status: 503,
    code: 'PT503',
    message: 'what it says',
  })
})

test('a REST error keeps the database error as its cause, for the log', () => {
  for (const code of ['23505', 'XX000']) {
    const error = databaseError(code)
    expect(convertDatabaseError(error, anon).cause).toBe(error)
  }
})

test('the REST API replaces the message of a database error with status 500 by a general one', () => {
  expect(convertDatabaseError(databaseError('XX000'), anon)).toMatchObject({
    status: 500,
    code: 'internal_error',
    message: 'Something went wrong on our side.',
    details: null,
  })
})
