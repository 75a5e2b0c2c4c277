import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { restCodes } from '../../backend/src/rest/errors.ts'

const CONTRACT = fileURLToPath(new URL('../contract/', import.meta.url))

const tests = readdirSync(CONTRACT)
  .filter((name) => name.startsWith('rest-') || name.startsWith('http-'))
  .map((name) => readFileSync(CONTRACT + name, 'utf8'))
  .join('\n')

test('every code of the data API has a test over the wire', () => {
  expect(restCodes().filter((code) => !tests.includes(`'${code}'`))).toEqual([])
})
