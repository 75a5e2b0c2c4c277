import { expect, test } from 'vitest'
import { DatabaseError } from '../database/port/errors.ts'
import { translateDatabaseError } from './translate-database-error.ts'

function refused(code: string) {
  const error = Object.assign(new Error('said by PostgreSQL'), { code, severity: 'ERROR', detail: 'who', hint: 'how' })
  return translateDatabaseError(new DatabaseError(error))
}

test.each(['22021', '22P05', '22P02'])(
  'the Auth API responds with 400 to SQLSTATE %s, a string that PostgreSQL cannot store',
  (code) => {
    expect(refused(code)).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'The request holds a character that can not be stored',
    })
  },
)

test.each(['40001', '40P01'])(
  'the Auth API responds with a 503, which clients retry, to SQLSTATE %s, a transaction conflict',
  (code) => {
    expect(refused(code)).toMatchObject({ status: 503 })
  },
)

test('the Auth API responds with 404 to a foreign key violation from an account deleted during the request', () => {
  expect(refused('23503')).toMatchObject({ status: 404, code: 'user_not_found' })
})

test('the Auth API passes an error raised by an application trigger to the client, and no other PostgreSQL error', () => {
  expect(refused('P0001')).toMatchObject({ status: 500, code: 'P0001', message: 'said by PostgreSQL', hint: 'how' })
  expect(refused('PT402')).toMatchObject({ status: 402, code: 'PT402' })
  for (const code of ['23505', '42P01', '23514']) expect(refused(code)).toBeNull()
  expect(translateDatabaseError(new Error('a fault'))).toBeNull()
})

test('translateDatabaseError() returns null for an error that PostgreSQL did not report, even with a known SQLSTATE', () => {
  for (const code of ['22021', '40001', '23503', 'P0001', 'PT402']) {
    expect(translateDatabaseError(Object.assign(new Error('a fault'), { code })), code).toBeNull()
  }
  expect(translateDatabaseError(null)).toBeNull()
})

test.each(['22021', '40001', '23503', 'P0001'])(
  'the auth error for SQLSTATE %s keeps the PostgreSQL error as its cause, for the log',
  (code) => {
    expect(refused(code)?.cause).toBeInstanceOf(DatabaseError)
  },
)
