import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADMIN_COMMANDS } from '../../admin/src/commands.ts'

const root = join(import.meta.dirname, '../..')
const sources = globSync(['admin/src/**/*.ts', 'packages/releases/src/**/*.ts'], { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
)
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The files of the commands that read whole files as bytes. They decode no text that an operator wrote. */
const READ_BYTES = [
  'admin/src/read-text-file.ts',
  'admin/src/console/pages.ts', // the built page
  'packages/releases/src/inspect-updates.ts', // a compressed block map
]

test('a command reads a text file only through readTextFile, which knows the encodings', () => {
  expect(sources.length).toBeGreaterThan(100)
  const reading = sources.filter((file) => /import \{[^}]*\breadFile(?:Sync)?\b[^}]*\} from 'node:fs/.test(read(file)))
  expect(reading.toSorted()).toEqual(READ_BYTES.toSorted())
})

test('the console reads every list that can be cut off through usePages, and its empty text knows the page', () => {
  const pages = globSync('admin/console/pages/**/*.tsx', { cwd: root })
  const lists = Object.keys(ADMIN_COMMANDS).filter((path) => ADMIN_COMMANDS[path]?.options['limit'])
  const calls = pages.flatMap((file) =>
    [...read(file).matchAll(/\b(useCall|usePages)\(\w+, '([^']+)'/g)]
      .filter(([, , path = '']) => lists.includes(path))
      .map(([, hook, path]) => ({ file, hook, path })),
  )
  expect(calls.length).toBeGreaterThan(5)
  expect(calls.filter(({ hook }) => hook !== 'usePages')).toEqual([])
  for (const { file } of calls) expect(read(file), file).toMatch(/ page=\{\w+\.number\}/)
})

test('every option whose value is a number is declared as one, so that an assistant sends a number', () => {
  const options = Object.entries(ADMIN_COMMANDS).flatMap(([path, { options: all }]) =>
    Object.entries(all).map(([name, { type, value }]) => ({ option: `${path} --${name}`, type, value })),
  )
  const numbers = options.filter(({ value }) => ['N', 'NUMBER', 'PERCENT', 'PORT'].includes(value ?? ''))
  expect(numbers.length).toBeGreaterThan(12)
  expect(numbers.filter(({ type }) => type !== 'number')).toEqual([])
})
