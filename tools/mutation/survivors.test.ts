import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCodeFiles } from '../checks/source-files.ts'
import type { Mutant, MutantStatus } from './report.ts'
import { selectModulesToMutate } from './rules.ts'
import { collapseWhitespace, compareSurvivingMutants, parseKnownSurvivingMutants } from './survivors.ts'

function mutant(code: string, replacement: string, ending: MutantStatus): Mutant {
  return { file: 'contract/a.ts', line: 1, mutator: 'EqualityOperator', code, replacement, ending }
}

const known = {
  'contract/a.ts': [{ code: 'a ?? []', replacement: 'a', reason: 'an equivalent mutant' }],
  'contract/b.ts': [{ code: 'b', replacement: 'c', reason: 'an equivalent mutant' }],
}

test('compareSurvivingMutants reports a surviving mutant that is not listed, and ignores white space when comparing', () => {
  const run = [
    mutant('a\n  ?? []', 'a', 'survived'),
    mutant('a < 1', 'a <= 1', 'uncovered'),
    mutant('x', 'y', 'killed'),
  ]
  expect(compareSurvivingMutants(run, known)).toEqual({ unlisted: [run[1]], noticed: [] })
})

test('compareSurvivingMutants reports a listed mutant that is now killed, and ignores listed mutants of files that were not run', () => {
  const { unlisted, noticed } = compareSurvivingMutants([mutant('a ?? []', 'a', 'killed')], known)
  expect(unlisted).toEqual([])
  expect(noticed.map(({ file, code }) => [file, code])).toEqual([['contract/a.ts', 'a ?? []']])
})

test('parseKnownSurvivingMutants rejects a surviving mutant that is listed without a reason', () => {
  expect(() => parseKnownSurvivingMutants({ 'contract/a.ts': [{ code: 'a', replacement: 'b', reason: '' }] })).toThrow(
    'Invalid length',
  )
})

test('every entry of survivors.json quotes code that exists in a module selected for mutation', async () => {
  const survivors = parseKnownSurvivingMutants(
    JSON.parse(await readFile(join(import.meta.dirname, 'survivors.json'), 'utf8')),
  )
  const files = await readCodeFiles()
  const rules = selectModulesToMutate(files)
  const gone = Object.entries(survivors).flatMap(([path, entries]) => {
    const text = collapseWhitespace(files.find((file) => file.path === path)?.text ?? '')
    if (!rules.includes(path)) return [`${path} is no rule`]
    return entries.filter(({ code }) => !text.includes(code)).map(({ code }) => `${path} has no ${code}`)
  })
  expect(gone).toEqual([])
})
