import { expect, test } from 'vitest'
import {
  CommitOutcomeUnknown,
  DatabaseError,
  DatabaseMoving,
  DatabaseUnavailable,
  fromCommitting,
  fromConnecting,
  fromDriver,
  isDatabaseError,
  reasonOf,
} from './errors.ts'

/** What a driver rejects with when PostgreSQL refuses. */
function refusal(code: string): Error {
  return Object.assign(new Error('words of the server'), { code, severity: 'ERROR' })
}

// Appendix A of PostgreSQL's manual.
const away = '08006 08P01 25006 25P03 25P04 53100 53200 53300 57014 57P01 57P02 57P03 57P05 58000 58030'

test.each(away.split(' '))('%s says that the database cannot be had just now', (code) => {
  expect(fromDriver(refusal(code))).toBeInstanceOf(DatabaseUnavailable)
})

test.each('22P02 23505 23514 25001 28P01 40P01 42501 PT429'.split(' '))('%s is about what was asked', (code) => {
  expect(fromDriver(refusal(code))).toSatisfy(isDatabaseError)
})

test.each('28P01 28000 3D000 42501 55000 XX000 53300'.split(' '))(
  'who is refused with %s while connecting has asked for nothing: the database cannot be had',
  (code) => {
    const error = fromConnecting(refusal(code))
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect(error.message).toBe('The database is not reachable.')
  },
)

test('what a database refuses that is being moved is told apart from one that is away, and was not stored', () => {
  expect(fromDriver(refusal('MV503'))).toBeInstanceOf(DatabaseMoving)
  expect(fromCommitting(refusal('MV503'))).not.toBeInstanceOf(CommitOutcomeUnknown)
  expect(fromDriver(refusal('57P01'))).not.toBeInstanceOf(DatabaseMoving)
})

test.each([
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
  Object.assign(new Error('bad record mac'), { code: 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC' }),
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
  new AggregateError([]),
])('a connection that is lost is no fault of ours: %s', (error) => {
  expect(fromDriver(error)).toBeInstanceOf(DatabaseUnavailable)
})

test.each('22P02 23505 PT409 55P03 57014 53100 58030'.split(' '))(
  'what was refused with %s is not kept, although it would have been committed at once',
  (code) => {
    expect(fromCommitting(refusal(code))).not.toBeInstanceOf(CommitOutcomeUnknown)
    expect(fromCommitting(refusal(code))).toEqual(fromDriver(refusal(code)))
  },
)

test.each([
  refusal('57P01'),
  refusal('08P01'),
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
])('nobody knows whether a statement was committed after which the connection ended: %s', (error) => {
  expect(fromCommitting(error)).toBeInstanceOf(CommitOutcomeUnknown)
  expect(fromCommitting(error)).toBeInstanceOf(DatabaseUnavailable)
})

test('a fault of the program stays what it is, unless it is met while connecting', () => {
  const fault = new TypeError('undefined is not a function')
  expect(fromDriver(fault)).toBe(fault)
  expect(fromCommitting(fault)).toBe(fault)
  expect(fromConnecting(fault)).toBeInstanceOf(DatabaseUnavailable)
})

test.each([
  Object.assign(new TypeError('not an address'), { code: 'ERR_INVALID_ARG_TYPE' }),
  Object.assign(new Error('no refusal of PostgreSQL'), { code: 5, severity: 'ERROR' }),
  'no error at all',
  undefined,
])('a fault is not taken for an error of the database by what it carries: %s', (fault) => {
  expect(fromDriver(fault)).toBe(fault)
})

test('an error that was told apart stays what it is, whatever its words are', () => {
  const lock = Object.assign(refusal('55P03'), { message: 'canceling statement due to lock timeout' })
  const told = fromDriver(lock)
  expect(told).toSatisfy(isDatabaseError)
  expect(fromDriver(told)).toBe(told)
  const unavailable = new DatabaseUnavailable()
  expect(fromDriver(unavailable)).toBe(unavailable)
})

test('what lies behind is kept for the log, without what the driver attached', () => {
  const lost = new Error('Connection terminated unexpectedly')
  expect(fromDriver(lost)).toMatchObject({ name: 'DatabaseUnavailable', cause: lost })
  expect(fromCommitting(lost)).toMatchObject({ name: 'CommitOutcomeUnknown', cause: lost })
  expect(fromConnecting(refusal('28P01'))).toMatchObject({ cause: expect.any(DatabaseError) })
})

test('the reason is a code, else the words of the driver, else our own', () => {
  expect(reasonOf(fromConnecting(refusal('28P01')))).toBe('28P01')
  expect(
    reasonOf(fromConnecting(Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }))),
  ).toBe('ECONNREFUSED')
  expect(reasonOf(fromConnecting(new Error('Query read timeout')))).toBe('Query read timeout')
  expect(reasonOf(new DatabaseUnavailable())).toBe('The database is not reachable.')
})

test('every error is called by its own name, which a log shows', () => {
  expect(fromDriver(refusal('23505'))).toMatchObject({ name: 'DatabaseError' })
  expect(fromDriver(refusal('MV503'))).toMatchObject({ name: 'DatabaseMoving' })
})

test('of what PostgreSQL says, which may repeat a value, 500 characters are kept', () => {
  const long = 'x'.repeat(501)
  const said = Object.assign(refusal('23505'), { message: long, detail: long, hint: long })
  const kept = 'x'.repeat(500)
  expect(fromDriver(said)).toMatchObject({ message: kept, detail: kept, hint: kept })
  expect(fromDriver(refusal('23505'))).toMatchObject({ message: 'words of the server', detail: null, hint: null })
})
