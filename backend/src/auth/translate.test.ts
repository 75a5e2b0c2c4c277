import { expect, test } from 'vitest'
import { DatabaseError } from '../database/errors.ts'
import { translateDatabaseError } from './translate.ts'

function refused(code: string) {
  const error = Object.assign(new Error('said by PostgreSQL'), { code, severity: 'ERROR', detail: 'who', hint: 'how' })
  return translateDatabaseError(new DatabaseError(error))
}

test.each(['22021', '22P05', '22P02'])('%s: a text that can not be kept is the client’s fault', (code) => {
  expect(refused(code)).toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: 'The request holds a character that can not be stored',
  })
})

test.each(['40001', '40P01'])('%s: two changes that met are tried again', (code) => {
  expect(refused(code)).toMatchObject({ status: 503 })
})

test('what was added to an account that was deleted meanwhile is refused', () => {
  expect(refused('23503')).toMatchObject({ status: 404, code: 'user_not_found' })
})

test('what an application’s trigger raises reaches the client; anything else of PostgreSQL’s does not', () => {
  expect(refused('P0001')).toMatchObject({ status: 500, code: 'P0001', message: 'said by PostgreSQL', hint: 'how' })
  expect(refused('PT402')).toMatchObject({ status: 402, code: 'PT402' })
  for (const code of ['23505', '42P01', '23514']) expect(refused(code)).toBeNull()
  expect(translateDatabaseError(new Error('a fault'))).toBeNull()
})

test('an error that PostgreSQL did not report is a fault of ours, also with a code of the same letters', () => {
  for (const code of ['22021', '40001', '23503', 'P0001', 'PT402']) {
    expect(translateDatabaseError(Object.assign(new Error('a fault'), { code })), code).toBeNull()
  }
  expect(translateDatabaseError(null)).toBeNull()
})

test.each(['22021', '40001', '23503', 'P0001'])('%s: the log has what PostgreSQL said', (code) => {
  expect(refused(code)?.cause).toBeInstanceOf(DatabaseError)
})
