import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storageErrorDefinitions } from './errors.ts'

const HERE = import.meta.dirname
const tests = [
  ...globSync('*.test.ts', { cwd: HERE })
    .filter((name) => name !== 'errors.test.ts')
    .map((name) => join(HERE, name)),
  ...globSync(join(HERE, '../../../tests/contract/storage*.test.ts')),
]
const tried = tests.map((path) => readFileSync(path, 'utf8')).join('\n')

test.each(Object.values(storageErrorDefinitions).map(({ code }) => code))(
  'the Storage error code %s is mentioned in at least one test',
  (code) => {
    expect(tried).toContain(`'${code}'`)
  },
)
