import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rotate } from './rotate.ts'

const archive = (day: number) => `site-2026-03-0${day}T04-00-00Z.tar.gz`
const others = ['erased-people.txt', 'site-2026-03-01.tar.gz', 'site-2026-03-01T04-00-00Z.tar.gz.age', 'notes.txt']

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of [...[3, 1, 5, 2, 4].map(archive), ...others]) await writeFile(join(folder, name), '')
  return folder
}

test('the newest archives stay, and files of other names', async () => {
  const folder = await aFolder()
  expect(await rotate(folder, 2)).toEqual([1, 2, 3].map(archive))
  expect((await readdir(folder)).toSorted()).toEqual([...others, archive(4), archive(5)].toSorted())
  expect(await rotate(folder, 2)).toEqual([])
})

test('without a number nothing is deleted', async () => {
  const folder = await aFolder()
  expect(await rotate(folder, Number.POSITIVE_INFINITY)).toEqual([])
  expect(await readdir(folder)).toHaveLength(9)
})

test('a folder that is not there is named', async () => {
  await expect(rotate('/nowhere/at/all', 1)).rejects.toMatchObject({ code: 'bad_file' })
})
