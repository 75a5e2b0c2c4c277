import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyPreparedDatabase, hashPreparedDatabaseInputs, PREPARED_HASH_FILE } from './prepared.ts'

const IN_PLACE = ['database', 'database.lock']

async function folders(madeFrom: string) {
  const path = await mkdtemp(join(tmpdir(), 'prepared-'))
  const prepared = join(path, 'prepared')
  const dataDir = join(path, 'data')
  await mkdir(join(prepared, 'database/base'), { recursive: true })
  await writeFile(join(prepared, 'database/base/1'), 'a table')
  await writeFile(join(prepared, PREPARED_HASH_FILE), madeFrom)
  return { prepared, dataDir, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

test('takePrepared copies a prepared database to a new data folder when its recorded source hash matches', async () => {
  await using at = await folders(await hashPreparedDatabaseInputs())
  await copyPreparedDatabase(at.prepared, at.dataDir)
  expect(await readdir(at.dataDir)).toEqual(IN_PLACE)
  expect(await readFile(join(at.dataDir, 'database/base/1'), 'utf8')).toBe('a table')
})

test('takePrepared ignores a prepared database whose source hash differs, and a missing one', async () => {
  await using at = await folders('other scripts')
  await copyPreparedDatabase(at.prepared, at.dataDir)
  await copyPreparedDatabase(join(at.prepared, 'nowhere'), at.dataDir)
  await expect(readdir(at.dataDir)).rejects.toThrow('ENOENT')
})

test('takePrepared keeps an existing database and leaves no partial copy', async () => {
  await using at = await folders(await hashPreparedDatabaseInputs())
  await mkdir(join(at.dataDir, 'database'), { recursive: true })
  await writeFile(join(at.dataDir, 'database/PG_VERSION'), '18')
  await copyPreparedDatabase(at.prepared, at.dataDir)
  expect(await readdir(at.dataDir)).toEqual(IN_PLACE)
  expect(await readdir(join(at.dataDir, 'database'))).toEqual(['PG_VERSION'])
})

test('takePrepared replaces the partial copy of an interrupted start by a complete one', async () => {
  await using at = await folders(await hashPreparedDatabaseInputs())
  await mkdir(join(at.dataDir, 'database.unfinished'), { recursive: true })
  await writeFile(join(at.dataDir, 'database.unfinished/half'), '')
  await copyPreparedDatabase(at.prepared, at.dataDir)
  expect(await readdir(at.dataDir)).toEqual(IN_PLACE)
  expect(await readdir(join(at.dataDir, 'database'))).toEqual(['base'])
})
