import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findUnflushedRenames } from '../../tests/support/disk-operations.ts'
import { writeAtomically } from './write-atomically.ts'

/** A program that sends itself SIGINT, like Ctrl-C, after it has started writing the file. */
const STOPPED = `
  const { writeAtomically } = await import(process.argv[1])
  await writeAtomically(process.argv[2], (async function* () {
    yield 'personal'
    process.kill(process.pid, 'SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  })())`

test('writeAtomically deletes its unfinished file when SIGINT stops the process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'whole-'))
  const program = join(import.meta.dirname, 'write-atomically.ts')
  const args = ['--input-type=module', '--eval', STOPPED, program, join(folder, 'people.csv')]
  const exit = await new Promise((resolve) => {
    const child = execFile(process.execPath, args, () => resolve(child.exitCode))
  })
  expect([exit, await readdir(folder)]).toEqual([130, []])
  await rm(folder, { recursive: true })
})

test('writeAtomically flushes the file before its rename, and the folder after it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'whole-'))
  const write = () => writeAtomically(join(folder, 'people.csv'), (async function* () {})())
  expect(await findUnflushedRenames(write)).toEqual([])
  await rm(folder, { recursive: true })
})

test('writeAtomically names the missing folder in its error when it cannot create the file', async () => {
  await expect(writeAtomically('/none/such/people.csv', (async function* () {})())).rejects.toThrow(
    '/none/such: no such file or folder.',
  )
})
