import { expect, test } from 'vitest'
import {
  CommitOutcomeUnknown,
  convertCommitError,
  convertConnectError,
  convertDriverError,
  DatabaseError,
  DatabaseMoving,
  DatabaseUnavailable,
  describeUnavailableReason,
  isDatabaseError,
} from './errors.ts'

/** Returns an error as a PostgreSQL driver throws it when the server rejects a statement. */
function refusal(code: string): Error {
  return Object.assign(new Error('words of the server'), { code, severity: 'ERROR' })
}

// The SQLSTATEs that mean an unavailable database (PostgreSQL manual, appendix A).
const unavailable = '08006 08P01 25006 25P03 25P04 53100 53200 53300 57014 57P01 57P02 57P03 57P05 58000 58030'

test.each(unavailable.split(' '))('a driver error with SQLSTATE %s is converted to DatabaseUnavailable', (code) => {
  expect(convertDriverError(refusal(code))).toBeInstanceOf(DatabaseUnavailable)
})

test.each('22P02 23505 23514 25001 28P01 40P01 42501 PT429'.split(' '))(
  'a driver error with SQLSTATE %s is converted to DatabaseError',
  (code) => {
    expect(convertDriverError(refusal(code))).toSatisfy(isDatabaseError)
  },
)

test.each('28P01 28000 3D000 42501 55000 XX000 53300'.split(' '))(
  'a connect error with SQLSTATE %s is converted to DatabaseUnavailable, without PostgreSQL’s message',
  (code) => {
    const error = convertConnectError(refusal(code))
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect(error.message).toBe('The database is not reachable.')
  },
)

test('SQLSTATE MV503 of a database that is being moved is converted to DatabaseMoving, not to CommitOutcomeUnknown', () => {
  expect(convertDriverError(refusal('MV503'))).toBeInstanceOf(DatabaseMoving)
  expect(convertCommitError(refusal('MV503'))).not.toBeInstanceOf(CommitOutcomeUnknown)
  expect(convertDriverError(refusal('57P01'))).not.toBeInstanceOf(DatabaseMoving)
})

test.each([
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
  Object.assign(new Error('bad record mac'), { code: 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC' }),
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
  new AggregateError([]),
])('a lost connection is converted to DatabaseUnavailable: %s', (error) => {
  expect(convertDriverError(error)).toBeInstanceOf(DatabaseUnavailable)
})

test.each('22P02 23505 PT409 55P03 57014 53100 58030'.split(' '))(
  'SQLSTATE %s of an auto-commit statement is not converted to CommitOutcomeUnknown, since nothing was stored',
  (code) => {
    expect(convertCommitError(refusal(code))).not.toBeInstanceOf(CommitOutcomeUnknown)
    expect(convertCommitError(refusal(code))).toEqual(convertDriverError(refusal(code)))
  },
)

test.each([
  refusal('57P01'),
  refusal('08P01'),
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
])('a connection lost during an auto-commit statement is converted to CommitOutcomeUnknown: %s', (error) => {
  expect(convertCommitError(error)).toBeInstanceOf(CommitOutcomeUnknown)
  expect(convertCommitError(error)).toBeInstanceOf(DatabaseUnavailable)
})

test('a programming error is returned unchanged, but converted to DatabaseUnavailable while connecting', () => {
  const fault = new TypeError('undefined is not a function')
  expect(convertDriverError(fault)).toBe(fault)
  expect(convertCommitError(fault)).toBe(fault)
  expect(convertConnectError(fault)).toBeInstanceOf(DatabaseUnavailable)
})

test.each([
  Object.assign(new TypeError('not an address'), { code: 'ERR_INVALID_ARG_TYPE' }),
  Object.assign(new Error('no refusal of PostgreSQL'), { code: 5, severity: 'ERROR' }),
  'no error at all',
  undefined,
])('convertDriverError() returns an error that only resembles a database error unchanged: %s', (fault) => {
  expect(convertDriverError(fault)).toBe(fault)
})

test('converting an already converted database error returns the same error, whatever its message', () => {
  const lock = Object.assign(refusal('55P03'), { message: 'canceling statement due to lock timeout' })
  const converted = convertDriverError(lock)
  expect(converted).toSatisfy(isDatabaseError)
  expect(convertDriverError(converted)).toBe(converted)
  const unavailable = new DatabaseUnavailable()
  expect(convertDriverError(unavailable)).toBe(unavailable)
})

test('a converted database error has the driver’s error as its cause', () => {
  const lost = new Error('Connection terminated unexpectedly')
  expect(convertDriverError(lost)).toMatchObject({ name: 'DatabaseUnavailable', cause: lost })
  expect(convertCommitError(lost)).toMatchObject({ name: 'CommitOutcomeUnknown', cause: lost })
  expect(convertConnectError(refusal('28P01'))).toMatchObject({ cause: expect.any(DatabaseError) })
})

test('describeUnavailableReason() returns the error code if there is one, else the driver’s message, else the default message', () => {
  expect(describeUnavailableReason(convertConnectError(refusal('28P01')))).toBe('28P01')
  expect(
    describeUnavailableReason(
      convertConnectError(Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })),
    ),
  ).toBe('ECONNREFUSED')
  expect(describeUnavailableReason(convertConnectError(new Error('Query read timeout')))).toBe('Query read timeout')
  expect(describeUnavailableReason(new DatabaseUnavailable())).toBe('The database is not reachable.')
})

test('DatabaseError and DatabaseMoving set their own class name as the error name', () => {
  expect(convertDriverError(refusal('23505'))).toMatchObject({ name: 'DatabaseError' })
  expect(convertDriverError(refusal('MV503'))).toMatchObject({ name: 'DatabaseMoving' })
})

test('the message, detail and hint of a PostgreSQL error are truncated to 500 characters', () => {
  const long = 'x'.repeat(501)
  const refused = Object.assign(refusal('23505'), { message: long, detail: long, hint: long })
  const cut = 'x'.repeat(500)
  expect(convertDriverError(refused)).toMatchObject({ message: cut, detail: cut, hint: cut })
  expect(convertDriverError(refusal('23505'))).toMatchObject({
    message: 'words of the server',
    detail: null,
    hint: null,
  })
})
