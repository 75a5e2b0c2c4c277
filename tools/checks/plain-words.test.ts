import { expect, test } from 'vitest'
import { findBannedWords } from './plain-words.ts'

test.each([
  ['a comment', 'backend/src/a.ts', '// Whoever asks gets a copy.', 'Whoever'],
  ['a docstring', 'backend/src/a.ts', '/**\n * Hears a channel.\n */', 'Hears'],
  ['a test title', 'backend/src/a.test.ts', "test('a row goes alone', () => {})", 'goes alone'],
  ['the title of a parameterised test', 'backend/src/a.test.ts', "test.each([1])('%i is told', () => {})", 'is told'],
  ['an exported name', 'backend/src/a.ts', 'export const HOURLY_CEILING = 3', 'CEILING'],
  ['an exported camel-case name', 'backend/src/a.ts', 'export function openLane() {}', 'Lane'],
  ['an SQL comment', 'supabase/schemas/a.sql', 'select 1 -- for strangers', 'strangers'],
  ['Markdown', 'docs/a.md', 'The server is impatient.', 'impatient'],
])('findBannedWords reports a non-standard word in %s', (_where, path, text, word) => {
  expect(findBannedWords({ path, text })).toEqual([expect.stringContaining(`“${word}” is a private word; write`)])
})

test('findBannedWords reports the line of a non-standard word and the standard term for it', () => {
  expect(findBannedWords({ path: 'a.ts', text: 'const a = 1\n\n// two abreast\n' })).toEqual([
    'a.ts:3: “abreast” is a private word; write concurrently',
  ])
})

test.each([
  ['code', 'backend/src/a.ts', "const ceiling = 'whoever'"],
  ['code in backticks', 'docs/a.md', 'The metric `ceiling` counts.\n```\nwhoever\n```'],
  ['a longer word', 'backend/src/a.ts', '// The planes shear.'],
  ['a migration', 'supabase/migrations/1_a.sql', '-- whoever asks'],
  ['a record', 'docs/records/a.md', 'Whoever asks.'],
])('findBannedWords ignores non-standard words in %s', (_where, path, text) => {
  expect(findBannedWords({ path, text })).toEqual([])
})
