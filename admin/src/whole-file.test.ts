import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeWhole } from './whole-file.ts'

/** Stops itself, as Ctrl-C would, once the file has begun. */
const STOPPED = `
  const { writeWhole } = await import(process.argv[1])
  await writeWhole(process.argv[2], (async function* () {
    yield 'personal'
    process.kill(process.pid, 'SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  })())`

test('a work that is stopped by Ctrl-C leaves no unfinished file with people in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'whole-'))
  const program = join(import.meta.dirname, 'whole-file.ts')
  const words = ['--input-type=module', '--eval', STOPPED, program, join(folder, 'people.csv')]
  const exit = await new Promise((resolve) => {
    const child = execFile(process.execPath, words, () => resolve(child.exitCode))
  })
  expect([exit, await readdir(folder)]).toEqual([130, []])
  await rm(folder, { recursive: true })
})

test('a file that cannot be made blames the folder that is not there', async () => {
  await expect(writeWhole('/none/such/people.csv', (async function* () {})())).rejects.toThrow(
    '/none/such: there is no such file or folder.',
  )
})
