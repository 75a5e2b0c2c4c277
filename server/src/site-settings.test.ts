import { expect, test } from 'vitest'
import { readSiteSettings } from './site-settings.ts'

test('readSiteSettings turns the rate limits for sign-ups and messages into database settings, with defaults', () => {
  expect(readSiteSettings({})).toEqual({ 'app.limit_signups_per_source': '30', 'app.limit_messages_per_source': '10' })
  expect(readSiteSettings({ LIMIT_SIGNUPS_PER_SOURCE: '4' })).toMatchObject({ 'app.limit_signups_per_source': '4' })
})

test.each([
  ['LIMIT_SIGNUPS_PER_SOURCE', '0', 'LIMIT_SIGNUPS_PER_SOURCE must be a whole number from 1 to 1000000.'],
  ['LIMIT_MESSAGES_PER_SOURCE', 'ten', 'LIMIT_MESSAGES_PER_SOURCE must be a whole number'],
])('readSiteSettings throws for %s=%s', (name, value, message) => {
  expect(() => readSiteSettings({ [name]: value })).toThrow(message)
})
