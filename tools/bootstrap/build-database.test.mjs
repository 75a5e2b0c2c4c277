import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { needsPreparedDatabase } from './build-database.mjs'

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('needsPreparedDatabase returns true for a data folder that is missing or empty', () => {
  const folder = emptyFolder()
  expect(needsPreparedDatabase({ DATA_DIR: join(folder, 'missing') })).toBe(true)
  expect(needsPreparedDatabase({ DATA_DIR: ` ${folder} `, DATABASE_URL: ' ' })).toBe(true)
})

test('needsPreparedDatabase returns false for a PostgreSQL server and for a data folder with any content', () => {
  const folder = emptyFolder()
  expect(needsPreparedDatabase({ DATA_DIR: folder, DATABASE_URL: 'postgres://localhost/site' })).toBe(false)
  mkdirSync(join(folder, 'database.arriving'))
  expect(needsPreparedDatabase({ DATA_DIR: folder })).toBe(false)
})
