import { expect, test } from 'vitest'
import { ConfigError, CONFIG_VARIABLE_NAMES as NAMES } from './config.ts'
import { describeUnreadVariables, refuseUnknownSettings } from './config-unread-variables.ts'

const KNOWN = { names: NAMES, prefixes: ['AUTH_', 'LIMIT_'], elsewhere: ['VITE_SUPABASE_URL'] }

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['SITE_URI', 'SITE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['METRISC_KEY', 'METRICS_KEY'],
  ['TRUSTED_PROXY', null], // no suggestion: one letter more and three letters fewer than TRUSTED_PROXIES
  ['SITEURLS', 'SITE_URL'],
  ['LIMIT_SOCKETSS', 'LIMIT_SOCKETS'],
  ['XDATA_DIRX', 'DATA_DIR'],
  ['XDATA_DIRXX', null],
  ['PROT', null], // no suggestion for PORT: known names of fewer than seven letters are not compared
  ['SUPABASE_SECRETKEY', 'SUPABASE_SECRET_KEY'],
  ['AUTH_ENABLE_SIGNUPS', 'AUTH_ENABLE_SIGNUP'],
])('the known name suggested for the unknown environment variable %s is %s', (name, meant) => {
  const sentences = describeUnreadVariables({ [name]: 'postgres://site:a-password@localhost/x' }, KNOWN)
  if (meant === null) expect(sentences).toEqual([])
  else expect(sentences).toEqual([`${name} is set, but the server does not read it: is ${meant} meant?`])
})

test('of several similar known names, the most similar is suggested for an unknown environment variable', () => {
  for (const names of [
    ['SMTP_URLXY', 'SMTP_URLX'],
    ['SMTP_URLX', 'SMTP_URLXY'],
  ]) {
    const [warning] = describeUnreadVariables({ SMTP_URL: 'x' }, { ...KNOWN, names })
    expect(warning).toContain('is SMTP_URLX meant?')
  }
})

test('an unknown environment variable with a prefix that no other program uses, such as AUTH_ or LIMIT_, is rejected', () => {
  const read = (name: string) => () => refuseUnknownSettings({ [name]: 'a-password' }, KNOWN)
  for (const name of ['AUTH_SOMETHING_ELSE', 'LIMIT_NOTHING_AT_ALL']) {
    expect(read(name)).toThrow(new ConfigError(`${name} is not a setting of this server: see docs/environment.md.`))
  }
  expect(read('AUTH_ENABLE_SIGNUPS')).toThrow(
    'AUTH_ENABLE_SIGNUPS is not a setting of this server: is AUTH_ENABLE_SIGNUP meant?',
  )
  for (const name of ['AUTH_ENABLE_SIGNUP', 'DATABSE_URL', 'PATH']) expect(read(name)).not.toThrow()
})

test('environment variables that are known, empty or meant for other programs are not reported as unknown', () => {
  const known = Object.fromEntries(NAMES.map((name) => [name, 'x']))
  const others = {
    VITE_SUPABASE_URL: 'x',
    PATH: '/bin',
    HOME: '/root',
    NODE_ENV: 'production',
    POST: 'x',
  }
  expect(describeUnreadVariables({ ...known, ...others, DATABSE_URL: ' ', DATADIR: undefined }, KNOWN)).toEqual([])
})

test('a known variable name with two letters swapped or the last one missing is reported with a suggestion', () => {
  for (const name of NAMES.filter((each) => each.length >= 7)) {
    const swapped = `${name[1]}${name[0]}${name.slice(2)}`
    for (const wrong of [swapped, name.slice(0, -1)]) {
      if (NAMES.includes(wrong) || wrong === name) continue
      expect(describeUnreadVariables({ [wrong]: '1' }, KNOWN), wrong).toEqual([
        expect.stringContaining('does not read it: is '),
      ])
    }
  }
})

test('only environment variable names of at least seven letters are compared with the known names', () => {
  const known = (...names: string[]) => ({ ...KNOWN, names })
  expect(describeUnreadVariables({ WEB_PROT: 'x' }, known('WEB_PORT'))).toHaveLength(1)
  expect(describeUnreadVariables({ SMPTURL: 'x' }, known('SMTPURL'))).toEqual([
    expect.stringContaining('is SMTPURL meant?'),
  ])
  expect(describeUnreadVariables({ SMPURL: 'x' }, known('SMPTRL'))).toEqual([])
})
