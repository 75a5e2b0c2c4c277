import { expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { SqlScriptError } from './migrations/migration-scripts.ts'
import { convertConnectError, convertDriverError, DatabaseError, DatabaseUnavailable } from './port/errors.ts'
import { convertStartupError, type DatabaseVariableName } from './startup-error.ts'

/** SQLSTATEs: one of every class in PostgreSQL's Appendix A, those that the start of the server is likely to get, and an unknown one. */
const CODES = [
  ...[
    '01000',
    '02000',
    '03000',
    '08006',
    '09000',
    '0A000',
    '0B000',
    '0F000',
    '0L000',
    '0P000',
    '0Z000',
    '20000',
    '21000',
  ],
  ...[
    '22P02',
    '23505',
    '24000',
    '25006',
    '25P02',
    '26000',
    '27000',
    '28000',
    '28P01',
    '2B000',
    '2D000',
    '2F000',
    '34000',
  ],
  ...[
    '38000',
    '39000',
    '3B000',
    '3D000',
    '3F000',
    '40001',
    '40P01',
    '42501',
    '42601',
    '42703',
    '42P01',
    '42P07',
    '44000',
  ],
  ...[
    '53000',
    '53100',
    '53200',
    '53300',
    '53400',
    '54000',
    '55000',
    '55P03',
    '57014',
    '57P01',
    '57P03',
    '58030',
    '58P01',
  ],
  ...['72000', 'F0000', 'HV000', 'P0001', 'XX000', 'XX001', 'XX002', 'ZZZ99'],
]

const VARIABLES: DatabaseVariableName[] = ['DATABASE_URL', 'DATA_DIR']

/** Returns an error as the driver throws it. */
function driverError(code: string): Error {
  return Object.assign(new Error('it is refused\nfor a reason.'), { code, severity: 'ERROR' })
}

function refusalOf(code: string): DatabaseError {
  return new DatabaseError(Object.assign(driverError(code), { severity: 'ERROR', code }))
}

test.each(VARIABLES)(
  'at start-up, every PostgreSQL error becomes a one-sentence ConfigError with its SQLSTATE and advice: %s',
  (variable) => {
    for (const code of CODES) {
      const thrown = [
        convertDriverError(driverError(code)),
        convertConnectError(driverError(code)),
        new SqlScriptError('1_some.sql', refusalOf(code)),
        new Error('While reading.', { cause: refusalOf(code) }),
      ]
      for (const error of thrown) {
        const refusal = convertStartupError(error, variable)
        expect(refusal).toBeInstanceOf(ConfigError)
        expect(refusal).toMatchObject({ cause: error })
        expect(String(refusal), code).toMatch(
          new RegExp(`^ConfigError: ${variable}: [^\n]+: it is refused for a reason \\(${code}\\); [a-z][^\n]+\\.$`),
        )
      }
    }
  },
)

test.each([
  ['28P01', 'check the role and the password in the address'],
  ['3D000', 'create the database, or correct its name in the address'],
  ['42501', 'docs/data.md lists the rights that the role needs'],
  ['53100', "free space on the database server's disk, and start again"],
  ['53200', 'give the database server more memory or higher limits'],
  ['53300', 'raise the limit of connections, or stop other clients of the server'],
  ['57P03', 'start again when the server accepts connections'],
  ['25006', 'name a server that accepts writes'],
  ['57014', 'start again when no other program locks the database'],
  ['08006', 'check the network to the server, and start again'],
  ['XX001', 'read the log of the database server, and check its disk'],
  [
    '42P07',
    'the database holds objects that these migrations did not make: name an empty database, or restore a backup (docs/backup.md)',
  ],
  ['22012', 'read the log of the database server'],
])('the start-up error message for SQLSTATE %s ends with the advice for a PostgreSQL server', (code, advice) => {
  expect(String(convertStartupError(refusalOf(code), 'DATABASE_URL')).endsWith(` (${code}); ${advice}.`)).toBe(true)
})

test('start-up error messages distinguish a refused connection, a refused statement and a failed script', () => {
  const sentence = (error: unknown) => String(convertStartupError(error, 'DATABASE_URL'))
  expect(sentence(refusalOf('28000'))).toContain('the server refuses the connection: it is')
  expect(sentence(refusalOf('42P01'))).toContain('the database refuses a statement of the start: it is')
  expect(sentence(new SqlScriptError('1_some.sql', refusalOf('28000')))).toContain(
    'DATABASE_URL: 1_some.sql failed: it is',
  )
})

test.each<[Error, string]>([
  [
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    "DATABASE_URL: the database server can't be reached (ECONNREFUSED); check host and port, and whether the server runs.",
  ],
  [
    new Error('Connection terminated unexpectedly'),
    "DATABASE_URL: the database server can't be reached (Connection terminated unexpectedly); check host and port, and whether the server runs.",
  ],
  [
    Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    "DATABASE_URL: the server's certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); docs/deploy.md explains how to name its authority.",
  ],
  [
    new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    'DATABASE_URL: the server wants a password, and the address has none; write it into the address, after the name of the role.',
  ],
])(
  'at start-up, a connection failure without a response from PostgreSQL becomes a one-sentence ConfigError: %s',
  (error, message) => {
    expect(convertStartupError(convertConnectError(error), 'DATABASE_URL')).toMatchObject({
      name: 'ConfigError',
      message,
    })
  },
)

test('at start-up, the own PostgreSQL that ended becomes a one-sentence error, with code ENOSPC when its disk is full', () => {
  const full = new DatabaseUnavailable({ cause: new Error('could not write to file "x": No space left on device') })
  expect(convertStartupError(full, 'DATA_DIR')).toMatchObject({
    message:
      'DATA_DIR: PostgreSQL ended: could not write to file "x": No space left on device (ENOSPC); free space on its disk, and start again.',
  })
  expect(convertStartupError(new DatabaseUnavailable({ cause: new Error('checksum') }), 'DATA_DIR')).toMatchObject({
    message: 'DATA_DIR: PostgreSQL ended: checksum; restore a backup (docs/backup.md).',
  })
})

test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'])(
  'at start-up, the file error %s becomes a one-sentence ConfigError about DATA_DIR, on the own PostgreSQL and on another',
  (code) => {
    const error = Object.assign(new Error(`${code}: no luck, open '/data/files/a'`), { code, syscall: 'open' })
    for (const variable of VARIABLES)
      expect(String(convertStartupError(error, variable))).toMatch(
        new RegExp(`^ConfigError: DATA_DIR: ${code}: no luck, open '/data/files/a' \\(${code}\\); [a-z][^\n]+\\.$`),
      )
  },
)

test('convertStartupError() returns a ConfigError and a programming error unchanged', () => {
  for (const error of [new ConfigError('PORT is taken.'), new TypeError('x is not a function'), new Error('odd')])
    expect(convertStartupError(error, 'DATABASE_URL')).toBe(error)
})
