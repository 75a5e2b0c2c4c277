import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCodeFiles } from '../checks/source-files.ts'
import { selectModulesToMutate, UNMUTATED_MODULES } from './rules.ts'
import { collapseWhitespace, parseKnownSurvivingMutants } from './survivors.ts'

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

test('every entry of UNMUTATED_MODULES names a module that would otherwise be mutated', async () => {
  const files = await readCodeFiles()
  expect(selectModulesToMutate(files).length).toBeGreaterThan(100)
  expect(selectModulesToMutate(files, {})).toEqual(expect.arrayContaining(Object.keys(UNMUTATED_MODULES)))
})
