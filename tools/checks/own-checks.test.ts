import { expect, test } from 'vitest'
import { findValuesOutsideTokens } from './design-tokens.ts'
import { findMissingDocstrings } from './docstrings.ts'
import { findUnknownNames, findUnknownTitleSubjects } from './identifiers.ts'
import { findForbiddenImports } from './imports.ts'
import { findUnguardedRequests } from './outgoing-requests.ts'
import { findMisspellings } from './spelling.ts'
import { findUnsafeLookupTables } from './tables.ts'
import { findUnsafeTextRules } from './text-rules.ts'

// One violation of each check, because a check that no longer matches anything passes. The project's own files are the examples that pass.
test.each([
  ['a literal color in a style sheet', findValuesOutsideTokens, 'website/app/styles/home.css', '  color: #b8235c;'],
  ['a literal radius in markup', findValuesOutsideTokens, 'website/app/a.tsx', '<p className="rounded-2xl">'],
  ['a literal color in a mail', findValuesOutsideTokens, 'supabase/functions/_shared/mails/a.ts', "ink = '#2A1433'"],
  ['no docstring', findMissingDocstrings, 'a.ts', 'export function add(a: number) {\n  total += a\n}'],
  ['an import in the wrong direction', findForbiddenImports, 'ui/a.tsx', "import { brand } from '../brand.ts'"],
  [
    'a database in a unit test',
    findForbiddenImports,
    'packages/backend/src/a.test.ts',
    "import { startPostgres } from '../../../tests/support/postgres.ts'",
  ],
  ['a request without fetchWithSecret', findUnguardedRequests, 'admin/src/a.ts', 'await fetch(url)'],
  ['an exemption without a request', findUnguardedRequests, 'admin/src/doctor/release.ts', ''],
  ['a lookup table', findUnsafeLookupTables, 'a.ts', 'const known: Record<string, RegExp> = {\n  a: /a/,\n}'],
  ['Unicode lower case', findUnsafeTextRules, 'contract/a.ts', 'const email = input.email.toLowerCase()'],
  ['NFC of any length', findUnsafeTextRules, 'contract/a.ts', "const name = text.normalize('NFC')"],
  ['Unicode lower case in SQL', findUnsafeTextRules, 'supabase/schemas/01.sql', 'where lower(u.email) = address'],
] as const)('the project checks report %s', (_what, find, path, text) => {
  expect(find(path, text)).toHaveLength(1)
})

test('the project checks report unknown names in titles, comments and documents', () => {
  const title = { path: 'a.test.ts', text: "test('readName returns the name', () => parseName(''))" }
  expect(findUnknownTitleSubjects(title)).toHaveLength(1)
  expect(findUnknownNames([{ path: 'docs/a.md', text: '`LEAST_NAMES`' }])).toHaveLength(1)
})

test('the project checks report unknown words in comments, and British words in texts of the product', () => {
  expect(findMisspellings({ path: 'a.ts', text: '// the phtos' }, (word) => word === 'the')).toHaveLength(1)
  expect(findMisspellings({ path: 'docs/a.md', text: 'the colour' }, () => true)).toHaveLength(1)
})
