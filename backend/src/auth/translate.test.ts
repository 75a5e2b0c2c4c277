import { expect, test } from 'vitest'
import { DatabaseError } from '../database/port/errors.ts'
import { translateDatabaseError } from './translate.ts'

function refused(code: string) {
  const error = Object.assign(new Error('said by PostgreSQL'), { code, severity: 'ERROR', detail: 'who', hint: 'how' })
  return translateDatabaseError(new DatabaseError(error))
}

test.each(['22021', '22P05', '22P02'])('%s: a string that PostgreSQL cannot store gets a 400', (code) => {
  expect(refused(code)).toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: 'The request holds a character that can not be stored',
  })
})

test.each(['40001', '40P01'])('%s: a transaction conflict gets a 503, which clients retry', (code) => {
  expect(refused(code)).toMatchObject({ status: 503 })
})

test('a foreign key violation, from an account that was deleted meanwhile, gets a 404', () => {
  expect(refused('23503')).toMatchObject({ status: 404, code: 'user_not_found' })
})

test('passes an error that an application’s trigger raised to the client, and no other error of PostgreSQL', () => {
  expect(refused('P0001')).toMatchObject({ status: 500, code: 'P0001', message: 'said by PostgreSQL', hint: 'how' })
  expect(refused('PT402')).toMatchObject({ status: 402, code: 'PT402' })
  for (const code of ['23505', '42P01', '23514']) expect(refused(code)).toBeNull()
  expect(translateDatabaseError(new Error('a fault'))).toBeNull()
})

test('returns null for an error that PostgreSQL did not report, even when it has the same code', () => {
  for (const code of ['22021', '40001', '23503', 'P0001', 'PT402']) {
    expect(translateDatabaseError(Object.assign(new Error('a fault'), { code })), code).toBeNull()
  }
  expect(translateDatabaseError(null)).toBeNull()
})

test.each(['22021', '40001', '23503', 'P0001'])(
  '%s: keeps the error of PostgreSQL as the cause, for the log',
  (code) => {
    expect(refused(code)?.cause).toBeInstanceOf(DatabaseError)
  },
)
