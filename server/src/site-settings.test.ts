import { expect, test } from 'vitest'
import { readSiteSettings } from './site-settings.ts'

const SECRET = `whsec_${'a'.repeat(32)}`

test('readSiteSettings turns the rate limits for sign-ups and messages into database settings, with defaults', () => {
  expect(readSiteSettings({}).database).toEqual({
    'app.limit_signups_per_source': '30',
    'app.limit_messages_per_source': '10',
  })
  expect(readSiteSettings({ LIMIT_SIGNUPS_PER_SOURCE: '4' }).database).toMatchObject({
    'app.limit_signups_per_source': '4',
  })
})

test('readSiteSettings returns payment settings with live mode by default, and null without STRIPE_WEBHOOK_SECRET', () => {
  expect(readSiteSettings({ STRIPE_MODE: 'test', STRIPE_WEBHOOK_SECRET: ' ' }).payments).toBeNull()
  expect(readSiteSettings({ STRIPE_WEBHOOK_SECRET: ` ${SECRET}\n` }).payments).toEqual({
    webhookSecret: SECRET,
    mode: 'live',
  })
  expect(readSiteSettings({ STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_MODE: 'Test' }).payments?.mode).toBe('test')
})

test.each([
  ['SMTP_URL', 'localhost:25', 'SMTP_URL must be a URL that starts with smtp:// or smtps://.'],
  ['LIMIT_SIGNUPS_PER_SOURCE', '0', 'LIMIT_SIGNUPS_PER_SOURCE must be a whole number from 1 to 1000000.'],
  ['LIMIT_MESSAGES_PER_SOURCE', 'ten', 'LIMIT_MESSAGES_PER_SOURCE must be a whole number'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_short', 'STRIPE_WEBHOOK_SECRET must be the signing secret of a webhook endpoint'],
  ['STRIPE_WEBHOOK_SECRET', `sk_live_${'a'.repeat(32)}`, 'which begins with whsec_.'],
  ['STRIPE_MODE', 'sandbox', 'STRIPE_MODE must be live or test.'],
])('readSiteSettings throws for %s=%s', (name, value, message) => {
  expect(() => readSiteSettings({ [name]: value })).toThrow(message)
})
