import { expect, test } from 'vitest'
import { keepKilledMutants } from './incremental.ts'

test('keepKilledMutants removes all mutants that were not killed and leaves the rest of the report unchanged', () => {
  const mutants = ['Killed', 'Survived', 'Timeout', 'NoCoverage', 'RuntimeError'].map((status, id) => ({ id, status }))
  const results = { schemaVersion: '2', files: { 'a.ts': { source: 'a', mutants } }, testFiles: { 'a.test.ts': {} } }
  expect(keepKilledMutants(results)).toEqual({
    ...results,
    files: { 'a.ts': { source: 'a', mutants: [{ id: 0, status: 'Killed' }] } },
  })
})
