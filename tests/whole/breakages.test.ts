// That the breakages of tests/breakages can still be made and are each caught by a test that is there. Making them, one at a
// time, takes an hour: `npm run mutate -- breakages`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { savedRecords } from '../../tools/testing/report.ts'
import { nameOf } from '../breakages/breakage.ts'
import { breakages } from '../breakages/list/breakages.ts'
import { troubleWith } from './spec-coverage/recorded-tests.ts'
import { readRequirements } from './spec-coverage/requirements-page.ts'
import { specLines } from './spec-coverage/spec-lines.ts'

const root = join(import.meta.dirname, '../..')

test('what each breakage replaces stands exactly once in its file, and what it puts there is something else', () => {
  const troubles = breakages.flatMap((each) => {
    const times = readFileSync(join(root, each.file), 'utf8').split(each.find).length - 1
    const name = `${each.file}: ${nameOf(each)}`
    return [...(times === 1 ? [] : [`${name} (${times} times)`]), ...(each.find === each.replace ? [name] : [])]
  })
  expect(troubles).toEqual([])
})

test('every requirement that is built has a breakage, and every breakage breaks a requirement of the page', () => {
  const notBuilt = specLines.flatMap((line) => ('notBuilt' in line ? [line.requirement] : []))
  const numbers = readRequirements().map(({ number }) => number)
  const broken = new Set<string>(breakages.flatMap(({ breaks }) => breaks))
  expect(numbers.filter((number) => !broken.has(number))).toEqual(notBuilt)
  expect([...broken].filter((number) => !numbers.includes(number))).toEqual([])
})

test('no breakage changes a test or a package', () => {
  const others = breakages.filter(
    ({ file }) => !/^(website|contract|backend|supabase)\//.test(file) || file.includes('.test.'),
  )
  expect(others.map(nameOf)).toEqual([])
})

test('no two breakages have the same name', () => {
  expect(new Set(breakages.map(nameOf)).size).toBe(breakages.length)
})

test('the test that has to notice a breakage has run, and passes as long as nothing is broken', async () => {
  const records = await savedRecords()
  const troubles = breakages
    .filter(({ caughtBy }) => !caughtBy.file.startsWith('tests/whole/')) // this part's own records come after it
    .map(({ caughtBy }) => troubleWith(caughtBy, records))
    .filter((trouble) => trouble !== null)
  expect([...new Set(troubles)], 'If tests did not run, run `npm test`.').toEqual([])
})
