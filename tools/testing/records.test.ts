import { expect, test } from 'vitest'
import { parsePlaywrightReport } from './playwright.ts'
import { addRunnerFailure, type TestRecord } from './records.ts'
import { parseVitestReport } from './vitest.ts'

const passed: TestRecord = { part: 'unit', title: 'holds', file: 'a.test.ts', tags: [], status: 'passed' }

test('a part of the test run fails when no test ran, when its runner failed, and when a test was skipped or not loaded', () => {
  expect(addRunnerFailure('unit', [], 0)).toMatchObject([{ status: 'failed' }])
  expect(addRunnerFailure('unit', [passed], 1)).toMatchObject([passed, { status: 'failed' }])
  const skipped = { ancestorTitles: ['a sum'], title: 'is left', tags: ['R1.1'], status: 'skipped' }
  const report = {
    testResults: [
      { name: '/site/a.test.ts', status: 'passed', assertionResults: [skipped] },
      { name: '/site/b.test.ts', status: 'failed', message: 'Cannot find c.ts', assertionResults: [] },
    ],
  }
  expect(parseVitestReport('unit', report, '/site')).toEqual([
    { part: 'unit', title: 'a sum > is left', file: 'a.test.ts', tags: ['R1.1'], status: 'failed' },
    { part: 'unit', title: 'the file runs', file: 'b.test.ts', tags: [], status: 'failed', reason: 'Cannot find c.ts' },
  ])
})

test('a browser test fails when it was skipped, or passed only at the second attempt', () => {
  const tests = ['expected', 'flaky', 'skipped'].map((status) => ({ projectName: status, status, results: [] }))
  const specs = [{ title: 'reads well', file: 'home.spec.ts', tags: ['wide'], tests }]
  const report = { config: { rootDir: '/site/tests' }, suites: [{ title: 'home', file: 'home.spec.ts', specs }] }
  expect(parsePlaywrightReport('journeys', report, '/site').map(({ status }) => status)).toEqual([
    'passed',
    'failed',
    'failed',
  ])
})
