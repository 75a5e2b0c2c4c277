import { expect, test } from 'vitest'
import { PARTS } from '../../../tools/testing/records.ts'
import { savedRecords } from '../../../tools/testing/report.ts'
import { troubleWith } from './recorded-tests.ts'
import { specLines } from './spec-lines.ts'

const records = await savedRecords()

test('every part that runs before this one has left its records', () => {
  const missing = PARTS.filter((part) => part !== 'whole' && !records.some((record) => record.part === part))
  expect(
    missing,
    'Run `npm test`: it runs every part before this one, and this one reads what the others did.',
  ).toEqual([])
})

test('every test that a line names has run and passed', () => {
  const proofs = specLines.flatMap((line) => ('proof' in line ? line.proof : []))
  const troubles = proofs.map((proof) => troubleWith(proof, records)).filter((trouble) => trouble !== null)
  expect([...new Set(troubles)], 'If tests did not run, run `npm test`.').toEqual([])
})

test('every line has a proof; one is left out on purpose', () => {
  const without = specLines.filter((line) => !('proof' in line))
  expect(without).toEqual([
    {
      spec: '5 payment: an unused price rule allows only 19, 29, 39, 49 or 59, between 1 and 10,000',
      notBuilt: 'practice.md, section 1',
    },
  ])
  console.info(`The specification has ${specLines.length} lines: all but ${without.length} with their tests.`)
})

test('every section has its lines, and no two lines are the same', () => {
  const specs = specLines.map(({ spec }) => spec)
  expect(new Set(specs).size).toBe(specs.length)
  expect(new Set(specs.map((spec) => /^\d/.exec(spec)?.[0]))).toEqual(new Set('123456789'))
})
