// Checks that every hand-written mutation of tests/breakages can be applied, and that every requirement has one. Running the tests against
// all mutations takes hours: `npm run mutate -- breakages`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatMutantName } from '../breakages/breakage.ts'
import { handWrittenMutants } from '../breakages/list/breakages.ts'
import { readRequirements } from './requirements.ts'

const root = join(import.meta.dirname, '../..')

test('the search text of every hand-written mutation occurs exactly once in its file and differs from the replacement', () => {
  const faults = handWrittenMutants.flatMap((each) => {
    const times = readFileSync(join(root, each.file), 'utf8').split(each.find).length - 1
    const name = `${each.file}: ${formatMutantName(each)}`
    return [...(times === 1 ? [] : [`${name} (${times} times)`]), ...(each.find === each.replace ? [name] : [])]
  })
  expect(faults).toEqual([])
})

test('every implemented requirement has a hand-written mutation, and every mutation names an existing requirement', () => {
  const requirements = readRequirements()
  const numbers = requirements.map(({ number }) => number)
  const notBuilt = requirements.flatMap(({ number, isBuilt }) => (isBuilt ? [] : [number]))
  const broken = new Set<string>(handWrittenMutants.flatMap(({ breaks }) => breaks))
  expect(numbers.filter((number) => !broken.has(number))).toEqual(notBuilt)
  expect([...broken].filter((number) => !numbers.includes(number))).toEqual([])
})

test('hand-written mutations change only product code, no tests', () => {
  const others = handWrittenMutants.filter(
    ({ file }) => !/^(website|ui|contract|packages|server|supabase)\//.test(file) || file.includes('.test.'),
  )
  expect(others.map(formatMutantName)).toEqual([])
})

test('the names of the hand-written mutations are unique', () => {
  expect(new Set(handWrittenMutants.map(formatMutantName)).size).toBe(handWrittenMutants.length)
})
