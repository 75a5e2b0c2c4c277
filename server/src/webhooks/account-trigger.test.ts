import { readFileSync } from 'node:fs'
import { WEBHOOK_EVENT_KINDS } from '@site/contract/webhook-events'
import { expect, test } from 'vitest'
import { ACCOUNT_TRIGGER_SQL } from './account-trigger.ts'

const docs = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')

test('docs/webhooks.md has the statement that creates the trigger for account.confirmed', () => {
  expect(docs).toContain(ACCOUNT_TRIGGER_SQL)
})

test('docs/webhooks.md describes every kind of event', () => {
  for (const kind of WEBHOOK_EVENT_KINDS) expect(docs).toContain(`| \`${kind}\` |`)
})
