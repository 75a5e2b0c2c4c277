import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeFiles } from '../checks/source-files.ts'
import type { Ending, Mutant } from './report.ts'
import { ruleModules } from './rules.ts'
import { compareSurvivors, onOneLine, readSurvivors } from './survivors.ts'

function mutant(code: string, replacement: string, ending: Ending): Mutant {
  return { file: 'contract/a.ts', line: 1, mutator: 'EqualityOperator', code, replacement, ending }
}

const known = {
  'contract/a.ts': [{ code: 'a ?? []', replacement: 'a', reason: 'an equivalent mutant' }],
  'contract/b.ts': [{ code: 'b', replacement: 'c', reason: 'an equivalent mutant' }],
}

test('a survivor that the list does not have is new, wherever its lines break', () => {
  const run = [
    mutant('a\n  ?? []', 'a', 'survived'),
    mutant('a < 1', 'a <= 1', 'uncovered'),
    mutant('x', 'y', 'killed'),
  ]
  expect(compareSurvivors(run, known)).toEqual({ unlisted: [run[1]], noticed: [] })
})

test('a listed mutant that a test notices now is to be taken off the list; files that were not run are left alone', () => {
  const { unlisted, noticed } = compareSurvivors([mutant('a ?? []', 'a', 'killed')], known)
  expect(unlisted).toEqual([])
  expect(noticed.map(({ file, code }) => [file, code])).toEqual([['contract/a.ts', 'a ?? []']])
})

test('an entry without a reason is refused', () => {
  expect(() => readSurvivors({ 'contract/a.ts': [{ code: 'a', replacement: 'b', reason: '' }] })).toThrow(
    'Invalid length',
  )
})

test('every survivor of the list is code of a rule that is there', async () => {
  const survivors = readSurvivors(JSON.parse(await readFile(join(import.meta.dirname, 'survivors.json'), 'utf8')))
  const files = await codeFiles()
  const rules = ruleModules(files)
  const gone = Object.entries(survivors).flatMap(([path, entries]) => {
    const text = onOneLine(files.find((file) => file.path === path)?.text ?? '')
    if (!rules.includes(path)) return [`${path} is no rule`]
    return entries.filter(({ code }) => !text.includes(code)).map(({ code }) => `${path} has no ${code}`)
  })
  expect(gone).toEqual([])
})
