import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SITE_EDGE_FUNCTIONS, SITE_INCOMING_WEBHOOKS } from './functions.ts'

test('the server serves exactly the edge functions and webhooks that have a folder in supabase/functions', () => {
  const folders = readdirSync(new URL('../../../supabase/functions', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map((entry) => entry.name)
  expect([...SITE_EDGE_FUNCTIONS.keys(), ...SITE_INCOMING_WEBHOOKS.keys()].sort()).toEqual(folders.sort())
})
