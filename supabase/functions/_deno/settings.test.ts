import { expect, test } from 'vitest'
import { parseEdgeFunctionSettings } from './settings.ts'

const product = {
  ...{ name: 'Example', domain: 'example.com', tagline: 'An example.', promises: [] },
  founders: { names: 'Ada', signature: 'Ada' },
  mailboxes: { team: 'team@example.com', support: 'support@example.com', privacy: 'privacy@example.com' },
}
const whole: Readonly<Record<string, string>> = {
  SUPABASE_URL: 'https://project.example.com//',
  SUPABASE_SECRET_KEYS: '{"default":"secret-1","older":"secret-2"}',
  SUPABASE_SERVICE_ROLE_KEY: 'secret-3',
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"public-1"}',
  SUPABASE_ANON_KEY: 'public-2',
  SITE_URL: 'https://example.com/some/page',
  PRODUCT: JSON.stringify(product),
}
const read = (more: Readonly<Record<string, string>> = {}) => {
  const variables = new Map(Object.entries({ ...whole, ...more }))
  return parseEdgeFunctionSettings({ get: (name) => variables.get(name) })
}

test('parseEdgeFunctionSettings reads the variables that Supabase sets, including both new and legacy API keys', () => {
  expect(read()).toEqual({
    supabaseUrl: 'https://project.example.com',
    secretKeys: ['secret-1', 'secret-2', 'secret-3'],
    publishableKeys: ['public-1', 'public-2'],
    siteUrl: 'https://example.com',
    product: expect.objectContaining(product),
    smtpUrl: null,
    mailFrom: null,
    payments: null,
    sourceHeader: 'cf-connecting-ip',
    webhooks: { targets: [], privateNetworks: null },
  })
})

test('parseEdgeFunctionSettings reads SMTP_URL, MAIL_FROM and SOURCE_HEADER, and uses the default for an empty one', () => {
  const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'Example <team@example.com>' }
  expect(read({ ...mail, SOURCE_HEADER: 'x-source' })).toMatchObject({
    ...{ smtpUrl: mail.SMTP_URL, mailFrom: mail.MAIL_FROM, sourceHeader: 'x-source' },
  })
  expect(read({ SMTP_URL: 'smtp://mail.example.com' }).smtpUrl).toBe('smtp://mail.example.com')
  expect(read({ SMTP_URL: '', MAIL_FROM: '', SOURCE_HEADER: '' })).toEqual(read())
})

test('parseEdgeFunctionSettings reads STRIPE_WEBHOOK_SECRET and STRIPE_MODE, which defaults to live and has no effect without the secret', () => {
  const secret = `whsec_${'a'.repeat(32)}`
  expect(read({ STRIPE_WEBHOOK_SECRET: secret }).payments).toEqual({ webhookSecret: secret, mode: 'live' })
  expect(read({ STRIPE_WEBHOOK_SECRET: secret, STRIPE_MODE: 'test' }).payments?.mode).toBe('test')
  expect(read({ STRIPE_WEBHOOK_SECRET: '', STRIPE_MODE: 'test' }).payments).toBeNull()
})

test('parseEdgeFunctionSettings accepts legacy API keys alone, and ignores a list of keys that is not valid JSON', () => {
  const rings = { SUPABASE_SECRET_KEYS: '[', SUPABASE_PUBLISHABLE_KEYS: '' }
  expect(read(rings)).toMatchObject({ secretKeys: ['secret-3'], publishableKeys: ['public-2'] })
  expect(read({ SUPABASE_SERVICE_ROLE_KEY: '', SUPABASE_ANON_KEY: '' })).toMatchObject({
    ...{ secretKeys: ['secret-1', 'secret-2'], publishableKeys: ['public-1'] },
  })
  expect(() => read({ ...rings, SUPABASE_SERVICE_ROLE_KEY: '' })).toThrow(
    'SUPABASE_SECRET_KEYS or SUPABASE_SERVICE_ROLE_KEY must be set.',
  )
})

test.each([
  ['SUPABASE_URL', 'project.example.com'],
  ['SUPABASE_URL', 'ftp://project.example.com'],
  ['SITE_URL', ''],
  ['SITE_URL', 'data:https://example.com'],
  ['PRODUCT', '{}'],
  ['PRODUCT', '{'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['SMTP_URL', 'xsmtp://mail.example.com'],
  ['MAIL_FROM', 'nobody'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_short'],
  ['STRIPE_MODE', 'sandbox'],
  ['SOURCE_HEADER', 'X-Source'],
  ['SOURCE_HEADER', '1-source'],
  ['SOURCE_HEADER', 'x source'],
  ['SOURCE_HEADER', `x${'-'.repeat(63)}`],
])('parseEdgeFunctionSettings throws an error that names %s when its value is %j', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(`${name} is missing or wrong.`)
})
