import { expect, test } from 'vitest'
import { onlyKilled } from './incremental.ts'

test('of an earlier run only the killed mutants count, and everything else of it stays', () => {
  const mutants = ['Killed', 'Survived', 'Timeout', 'NoCoverage', 'RuntimeError'].map((status, id) => ({ id, status }))
  const results = { schemaVersion: '2', files: { 'a.ts': { source: 'a', mutants } }, testFiles: { 'a.test.ts': {} } }
  expect(onlyKilled(results)).toEqual({
    ...results,
    files: { 'a.ts': { source: 'a', mutants: [{ id: 0, status: 'Killed' }] } },
  })
})
