import { expect, test } from 'vitest'
import { authenticateFunctionCaller } from './caller.ts'
import type { EdgeFunctionSettings } from './settings.ts'

const settings: EdgeFunctionSettings = {
  ...{
    supabaseUrl: 'https://project.example.com',
    siteUrl: 'https://example.com',
    smtpUrl: null,
    mailFrom: null,
    payments: null,
  },
  ...{ secretKeys: ['secret-1', 'secret-2'], publishableKeys: ['public-1', 'public-2'], sourceHeader: 'x-source' },
  product: {
    ...{ name: 'Example', domain: 'example.com', tagline: 'An example.', promises: [], downloadsBucket: 'downloads' },
    ...{ founders: { names: 'Ada', signature: 'Ada' }, samples: [] },
    mailboxes: { team: 'team@example.com', support: 'support@example.com', privacy: 'privacy@example.com' },
  },
}
const callerWith = (headers: Record<string, string>) => {
  return authenticateFunctionCaller(
    new Request('https://example.com', { headers: { 'x-source': '192.0.2.1', ...headers } }),
    settings,
  )
}

test.each([
  ['secret-1', 'service_role'],
  ['secret-2', 'service_role'],
  ['public-1', 'anon'],
  ['public-2', 'anon'],
])(
  'authenticateFunctionCaller maps the key %s to the role %s, whether sent in apikey or in Authorization',
  async (key, role) => {
    const caller = { role, source: '192.0.2.1' }
    expect(await callerWith({ apikey: key })).toEqual(caller)
    expect(await callerWith({ authorization: `Bearer ${key}` })).toEqual(caller)
    expect(await callerWith({ authorization: `bearer   ${key}` })).toEqual(caller)
  },
)

test('authenticateFunctionCaller uses the apikey header and ignores the bearer token, which may be the access token of a user', async () => {
  expect(await callerWith({ apikey: 'public-1', authorization: 'Bearer secret-1' })).toMatchObject({ role: 'anon' })
  expect(await callerWith({ apikey: 'unknown', authorization: 'Bearer secret-1' })).toBeNull()
})

test.each([
  {},
  { apikey: '' },
  { apikey: 'secret' },
  { apikey: 'secret-12' },
  { authorization: 'secret-1' },
  { authorization: 'Basic secret-1' },
  { authorization: 'Bearer secret-1 x' },
  { authorization: 'x Bearer secret-1' },
])('authenticateFunctionCaller returns null for the headers %j', async (headers) => {
  expect(await callerWith(headers)).toBeNull()
})
