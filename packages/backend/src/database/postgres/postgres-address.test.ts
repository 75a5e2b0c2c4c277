import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { ConfigError } from '../../config.ts'
import { parseDatabaseUrl } from './postgres-address.ts'

const HOME = 'postgres://site:secret@localhost/site'

const encryptionCases: [string, unknown][] = [
  ['', undefined],
  ['?ssl=true', true],
  ['?ssl=1', true],
  ['?ssl=0', false],
  ['?ssl=no-verify', { rejectUnauthorized: false }],
  ['?ssl=require', {}],
  ['?application_name=site&ssl=verify-full', {}],
  ['?sslmode=require', {}],
  ['?sslmode=verify-full', {}],
  ['?sslmode=no-verify', { rejectUnauthorized: false }],
  ['?sslmode=disable', false],
  ['?sslrootcert=system', {}],
  ['?sslmode=require&sslrootcert=system', {}],
  ['?sslrootcert=system&sslmode=require', {}],
  ['?ssl=true&sslmode=require', {}],
  ['?sslmode=verify-full&sslcert=&sslkey=&sslrootcert=&gssencmode=disable&sslcompression=0', {}],
  ['?uselibpqcompat=true&sslmode=verify-full&sslrootcert=system', {}],
  ['?sslnegotiation=direct', true],
  ['?uselibpqcompat=true&sslmode=require', { rejectUnauthorized: false }],
]

test.each(encryptionCases)('the query parameters of DATABASE_URL set the TLS options: %s', (query, ssl) => {
  expect(parseDatabaseUrl(HOME + query).ssl).toEqual(ssl)
})

const refused: [string, string][] = [
  ['ssl=on', 'ssl must be one of true, 1, false, 0.'],
  ['ssl=True', 'ssl must be one of true, 1, false, 0.'],
  ['sslmode=', 'sslmode must be one of disable, no-verify, prefer, require, verify-ca, verify-full.'],
  ['sslmode=allow', 'sslmode must be one of disable, no-verify, prefer, require, verify-ca, verify-full.'],
  ['SSLMODE=require', 'SSLMODE is not known here.'],
  ['sslcrl=/revoked.pem', 'sslcrl is not known here.'],
  ['require_auth=scram-sha-256', 'require_auth is not known here.'],
  ['sslnegotiation=soon', 'sslnegotiation must be one of postgres, direct.'],
  ['sslmode=verify-full&ssl=no-verify', 'ssl must be one of true, 1, false, 0.'],
  ['sslmode=disable&ssl=require', 'ssl must be one of true, 1, false, 0.'],
  ['sslrootcert=system&sslmode=disable', 'sslrootcert=system needs sslmode=verify-full.'],
  ['sslrootcert=system&sslmode=no-verify', 'sslrootcert=system needs sslmode=verify-full.'],
  ['uselibpqcompat=true&sslrootcert=system&sslmode=require', 'sslrootcert=system needs sslmode=verify-full.'],
  ['channel_binding=require', 'channel_binding=require needs an sslmode.'],
  ['gssencmode=require', 'gssencmode must be one of disable, prefer.'],
  ['sslrootcert=/nowhere.crt', "/nowhere.crt can't be read (ENOENT)."],
  [`sslrootcert=${tmpdir()}`, "a file that it names can't be read (EISDIR)."],
  ['port=soon', 'Invalid port: soon.'],
  ['uselibpqcompat=true&sslmode=verify-ca', 'SECURITY WARNING: Using sslmode=verify-ca requires specifying a CA'],
]

test.each(refused)(
  'an unsupported or invalid DATABASE_URL parameter is rejected with a ConfigError: %s',
  (query, message) => {
    const read = () => parseDatabaseUrl(`${HOME}?${query}`)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(`DATABASE_URL: ${message}`)
  },
)

test('a DATABASE_URL password that is not UTF-8 is rejected with a ConfigError that does not contain it', () => {
  expect(() => parseDatabaseUrl('postgres://site:caf%E9@localhost/site')).toThrow(
    /^DATABASE_URL: what follows a percent sign in it is no UTF-8\.$/,
  )
})

test.each([
  ['50%^x|ü', '50%^x|ü', '?sslmode=verify-full'],
  ['50%^x|ü', '50%^x|ü', '?sslmode=require'],
  ['p%2Fw', 'p/w', '?options=-c search_path=x'],
  ['p%2F%w', 'p/%w', ''],
  ['two message', 'two message', ''],
  ['a@b', 'a@b', ''],
])(
  'the password in DATABASE_URL is decoded exactly, whatever its characters and the URL parameters: %s',
  (written, password, beside) => {
    expect(parseDatabaseUrl(`postgres://site:${written}@localhost/site${beside}`).password).toBe(password)
  },
)

test('DATABASE_URL parameters other than host, credentials, database, TLS, application_name and options are ignored', () => {
  const asked =
    'statement_timeout=9&lock_timeout=5&query_timeout=1&connect_timeout=99&verify=full&pgbouncer=true&constructor=1'
  expect(
    parseDatabaseUrl(`${HOME}?${asked}&application_name=us&options=-c%20x%3D1&channel_binding=require&sslmode=require`),
  ).toEqual({
    host: 'localhost',
    user: 'site',
    password: 'secret',
    database: 'site',
    application_name: 'us',
    options: '-c x=1',
    ssl: {},
    enableChannelBinding: true,
  })
  expect(parseDatabaseUrl('postgres:///site?host=/run/postgresql&port=5433')).toMatchObject({
    host: '/run/postgresql',
    port: 5433,
    database: 'site',
  })
})
