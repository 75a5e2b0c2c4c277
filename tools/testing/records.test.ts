import { expect, test } from 'vitest'
import { parsePlaywrightReport } from './playwright.ts'
import { addRunnerFailure, describeMissingParts, shortenReason, type TestRecord } from './records.ts'
import { formatFailedTests } from './report.ts'
import { parseVitestReport } from './vitest.ts'

const passed: TestRecord = { part: 'unit', title: 'holds', file: 'a.test.ts', tags: [], status: 'passed' }
const failed: TestRecord = { ...passed, status: 'failed' }

test('formatFailedTests prints each failed test with the beginning of its error, without colours and the stack trace', () => {
  const error = ['\u001b[31mError: 2 is not 3\u001b[39m', '', '    at a.test.ts:4:2', ...'abcdefghi'].join('\n')
  const told = formatFailedTests([passed, { ...failed, reason: shortenReason(error) }, failed])
  expect(told).toBe(
    [
      '  a.test.ts: holds',
      '    Error: 2 is not 3',
      ...[...'abcdefg'].map((it) => `    ${it}`),
      '  a.test.ts: holds',
    ].join('\n'),
  )
})

test('addRunnerFailure marks a test suite as failed when no test ran, or when only its runner failed', () => {
  expect(addRunnerFailure('unit', [], 0)).toMatchObject([{ status: 'failed' }])
  expect(addRunnerFailure('unit', [passed], 1)).toMatchObject([passed, { status: 'failed' }])
  expect(addRunnerFailure('unit', [passed, failed], 1)).toEqual([passed, failed])
  expect(addRunnerFailure('unit', [passed], 0)).toEqual([passed])
})

test('describeMissingParts names the parts without a result, and returns null when every part before `whole` has one', () => {
  const parts = ['checks', 'unit', 'integration', 'rules', 'journeys'] as const
  const records = parts.map((part) => ({ ...passed, part }))
  expect(describeMissingParts(records)).toBeNull()
  expect(describeMissingParts(records.slice(1, 4))).toMatch(/needs the results .* `npm test -- checks journeys`/)
})

test('parseVitestReport records a skipped test and a file that could not be loaded as failed', () => {
  const report = {
    testResults: [
      {
        name: '/site/a.test.ts',
        status: 'passed',
        assertionResults: [
          { ancestorTitles: ['a sum'], title: 'is right', tags: ['R1.1'], status: 'passed', failureMessages: [] },
          { ancestorTitles: [], title: 'is left', tags: [], status: 'skipped' },
          { ancestorTitles: [], title: 'is wrong', tags: [], status: 'failed', failureMessages: ['Error: 2 is not 3'] },
        ],
      },
      { name: '/site/b.test.ts', status: 'failed', message: 'Cannot find c.ts', assertionResults: [] },
    ],
  }
  expect(parseVitestReport('unit', report, '/site')).toEqual([
    { part: 'unit', title: 'a sum > is right', file: 'a.test.ts', tags: ['R1.1'], status: 'passed' },
    { part: 'unit', title: 'is left', file: 'a.test.ts', tags: [], status: 'failed' },
    { part: 'unit', title: 'is wrong', file: 'a.test.ts', tags: [], status: 'failed', reason: 'Error: 2 is not 3' },
    { part: 'unit', title: 'the file runs', file: 'b.test.ts', tags: [], status: 'failed', reason: 'Cannot find c.ts' },
  ])
})

test('parsePlaywrightReport records a test once per project with all its errors, and as passed only when its first attempt passed', () => {
  const spec = (title: string, ...tests: [string, string][]) => ({
    title,
    file: 'home.spec.ts',
    tags: ['wide'],
    tests: tests.map(([projectName, status]) => ({
      projectName,
      status,
      results: [{ errors: status === 'flaky' ? [{ message: 'Timeout exceeded' }, { message: 'waiting for 3' }] : [] }],
    })),
  })
  const report = {
    config: { rootDir: '/site/tests/journeys' },
    suites: [
      {
        title: 'home.spec.ts',
        file: 'home.spec.ts',
        specs: [spec('reads well', ['phone', 'expected'], ['desktop', 'flaky'])],
        suites: [{ title: 'the menu', file: 'home.spec.ts', specs: [spec('opens', ['phone', 'skipped'])] }],
      },
    ],
  }
  const file = 'tests/journeys/home.spec.ts'
  expect(parsePlaywrightReport('journeys', report, '/site')).toEqual([
    { part: 'journeys', title: 'reads well (phone)', file, tags: ['wide'], status: 'passed' },
    {
      part: 'journeys',
      title: 'reads well (desktop)',
      file,
      tags: ['wide'],
      status: 'failed',
      reason: 'Timeout exceeded\nwaiting for 3',
    },
    { part: 'journeys', title: 'the menu > opens (phone)', file, tags: ['wide'], status: 'failed' },
  ])
})
