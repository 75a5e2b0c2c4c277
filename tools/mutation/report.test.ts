import { expect, test } from 'vitest'
import { computeMutationScore, countStaticMutants, formatMutationScoreTable, parseStrykerReport } from './report.ts'

const source = 'export const isFar = (a: number) => a > 3\nexport const more =\n  1 + 2\n'

function mutant(status: string, [startLine, startColumn, endLine, endColumn]: number[], replacement = '') {
  const location = { start: { line: startLine, column: startColumn }, end: { line: endLine, column: endColumn } }
  return { id: '1', mutatorName: 'EqualityOperator', replacement, status, location }
}

const report = {
  files: {
    'packages/backend/src/rest/deep/a.ts': {
      source,
      mutants: [mutant('Killed', [1, 37, 1, 42], 'a >= 3'), mutant('Survived', [1, 37, 1, 42], 'a <= 3')],
    },
    'contract/b.ts': {
      source,
      mutants: [
        mutant('Timeout', [2, 1, 3, 8], 'x'),
        mutant('NoCoverage', [2, 1, 3, 8]),
        mutant('CompileError', [2, 1, 3, 8]),
        mutant('Ignored', [2, 1, 3, 8]),
      ],
    },
  },
}

test('parseStrykerReport returns each tested mutant with its source code, replacement and result', () => {
  const [killed, , timeout, uncovered, ...others] = parseStrykerReport(report)
  expect(killed).toEqual({
    file: 'packages/backend/src/rest/deep/a.ts',
    line: 1,
    mutator: 'EqualityOperator',
    code: 'a > 3',
    replacement: 'a >= 3',
    ending: 'killed',
  })
  expect(timeout).toMatchObject({ code: 'export const more =\n  1 + 2', ending: 'timeout' })
  expect(uncovered).toMatchObject({ replacement: '', ending: 'uncovered' })
  expect(others).toEqual([])
})

test('countStaticMutants counts the mutants that Stryker ignored as static', () => {
  expect(countStaticMutants(report)).toBe(1)
})

test('computeMutationScore returns the percentage of killed and timed-out mutants, and 100 without mutants', () => {
  const mutants = parseStrykerReport(report)
  expect(computeMutationScore(mutants)).toBe(50)
  expect(computeMutationScore(mutants.slice(0, 1))).toBe(100)
  expect(computeMutationScore([])).toBe(100)
})

test('formatMutationScoreTable renders a row per folder, at most four levels deep, and a total row', () => {
  expect(formatMutationScoreTable(parseStrykerReport(report)).split('\n').slice(2)).toEqual([
    '| contract | 50.0 % | 2 | 0 | 1 | 0 | 1 |',
    '| packages/backend/src/rest | 50.0 % | 2 | 1 | 0 | 1 | 0 |',
    '| **all** | 50.0 % | 4 | 1 | 1 | 1 | 1 |',
  ])
})
