import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { restErrorCodes } from '../../backend/src/rest/errors.ts'

const CONTRACT = fileURLToPath(new URL('../contract/', import.meta.url))

const tests = readdirSync(CONTRACT)
  .filter((name) => name.startsWith('rest-') || name.startsWith('http-'))
  .map((name) => readFileSync(CONTRACT + name, 'utf8'))
  .join('\n')

test('every error code of the data API occurs in a contract test', () => {
  expect(restErrorCodes().filter((code) => !tests.includes(`'${code}'`))).toEqual([])
})
