import { readFileSync } from 'node:fs'
import { WEBHOOK_EVENT_KINDS } from '@site/contract/webhook-events'
import { expect, test } from 'vitest'
import { ACCOUNT_TRIGGER_SQL } from './account-trigger.ts'

const docs = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')

test('supabase/seed.sql has the statement that creates the trigger for account.confirmed', () => {
  const seed = readFileSync(new URL('../../../supabase/seed.sql', import.meta.url), 'utf8')
  const [, statement] = ACCOUNT_TRIGGER_SQL.replaceAll(/\s+/g, ' ').split('create trigger')
  expect(seed.replaceAll(/\s+/g, ' ')).toContain(`create or replace trigger${statement}`)
})

test('docs/webhooks.md describes every kind of event', () => {
  for (const kind of WEBHOOK_EVENT_KINDS) expect(docs).toContain(`| \`${kind}\` |`)
})
