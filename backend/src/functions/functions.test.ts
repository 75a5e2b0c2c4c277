import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { functions } from './functions.ts'

test('every folder of supabase/functions is a function that this server answers, and no other is', () => {
  const folders = readdirSync(new URL('../../../supabase/functions', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map((entry) => entry.name)
  expect([...functions.keys()].sort()).toEqual(folders.sort())
})
