import { expect, test } from 'vitest'
import { findUnsafeTextRules } from './text-rules.ts'

test.each([
  ['packages/backend/src/auth/some.ts', 'const email = input.email.toLowerCase()'],
  ['contract/some.ts', 'const domain = address.slice(1).toLowerCase()'],
  ['admin/src/some.ts', 'const email = text.toLocaleLowerCase()'],
  ['contract/some.ts', "const name = text.normalize('NFC')"],
  ['website/app/some.ts', 'const name = text.normalize()'],
  ['supabase/schemas/01.sql', 'where lower(u.email) = address'],
  ['supabase/schemas/01.sql', "generated always as (lower(identity_data ->> 'email')) stored"],
])('findUnsafeTextRules reports in %s the line %j', (path, line) => {
  expect(findUnsafeTextRules(path, `\n${line}`)).toEqual([expect.stringContaining(`${path}:2 `)])
})

test.each([
  ['contract/some.ts', 'const email = toAsciiLowerCase(text)'],
  ['contract/some.ts', 'const words = name.toLowerCase()'],
  ['contract/some.test.ts', 'expect(email.toLowerCase())'],
  ['supabase/schemas/01.sql', 'where lower(u.email collate "C") = address'],
  ['supabase/schemas/01.sql', "or lower(name) ~ 'x'"],
  ['supabase/migrations/01.sql', 'where lower(u.email) = address'],
])('findUnsafeTextRules accepts in %s the line %j', (path, line) => {
  expect(findUnsafeTextRules(path, line)).toEqual([])
})
