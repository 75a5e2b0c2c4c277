import { expect, test } from 'vitest'
import { describePrintProblem } from './print-problem.ts'

test('describePrintProblem tells a file that cannot be read and too little memory from a photo that cannot be decoded', () => {
  const problemOf = (name: string) => describePrintProblem(new DOMException('', name))
  expect(['NotReadableError', 'NotFoundError', 'QuotaExceededError', 'EncodingError'].map(problemOf)).toEqual([
    'unreachable',
    'unreachable',
    'memory',
    'undecodable',
  ])
  expect(describePrintProblem(new RangeError('Array buffer allocation failed'))).toBe('memory')
  expect(describePrintProblem('no error')).toBe('undecodable')
})
