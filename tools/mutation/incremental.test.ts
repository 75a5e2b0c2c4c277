import { expect, test } from 'vitest'
import { onlyKilled } from './incremental.ts'

test('onlyKilled drops all mutants that were not killed and leaves the rest of the report unchanged', () => {
  const mutants = ['Killed', 'Survived', 'Timeout', 'NoCoverage', 'RuntimeError'].map((status, id) => ({ id, status }))
  const results = { schemaVersion: '2', files: { 'a.ts': { source: 'a', mutants } }, testFiles: { 'a.test.ts': {} } }
  expect(onlyKilled(results)).toEqual({
    ...results,
    files: { 'a.ts': { source: 'a', mutants: [{ id: 0, status: 'Killed' }] } },
  })
})
