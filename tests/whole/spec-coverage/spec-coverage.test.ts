import { expect, test } from 'vitest'
import { TEST_RUN_PARTS } from '../../../tools/testing/records.ts'
import { readSavedTestRecords } from '../../../tools/testing/report.ts'
import { describeTestReferenceError } from './recorded-tests.ts'
import { readProductRequirements } from './requirements-page.ts'
import { allTestsByRequirement } from './spec-lines.ts'

const records = await readSavedTestRecords()
const numbers = readProductRequirements().map(({ number }) => number)

test('every test suite that runs before the spec coverage check has saved its results', () => {
  const missing = TEST_RUN_PARTS.slice(0, TEST_RUN_PARTS.indexOf('whole')).filter(
    (part) => !records.some((record) => record.part === part),
  )
  expect(
    missing,
    'Run `npm test`: it runs every part before this one, and this one reads what the others did.',
  ).toEqual([])
})

test('every test listed as proof of a requirement has run and passed', () => {
  const proofs = allTestsByRequirement.flatMap((line) => ('proof' in line ? line.proof : []))
  const faults = proofs.map((proof) => describeTestReferenceError(proof, records)).filter((fault) => fault !== null)
  expect([...new Set(faults)], 'If tests did not run, run `npm test`.').toEqual([])
})

test('each requirement in docs/requirements.md has exactly one coverage entry, and each entry names an existing requirement', () => {
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(allTestsByRequirement.map(({ requirement }) => requirement).toSorted()).toEqual(numbers.toSorted())
})

test('the requirement numbers of each section of docs/requirements.md are consecutive', () => {
  for (const section of '123456789') {
    const own = numbers.filter((number) => number.startsWith(`R${section}.`))
    expect(own).toEqual(own.map((_, index) => `R${section}.${index + 1}`))
    expect(own.length).toBeGreaterThan(0)
  }
})

test('every requirement has a test as proof, except one that is intentionally not implemented', () => {
  const without = allTestsByRequirement.filter((line) => !('proof' in line))
  expect(without).toEqual([{ requirement: 'R5.16', notBuilt: 'practice.md, section 1' }])
  console.info(`There are ${allTestsByRequirement.length} requirements: all but ${without.length} with their tests.`)
})
