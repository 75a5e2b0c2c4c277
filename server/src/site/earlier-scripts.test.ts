import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEarlierScripts } from './earlier-scripts.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
const release = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([name, text]) => [`/assets/${name}`, Buffer.from(text)]))

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'scripts-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('the scripts of earlier releases are found by chunk name and hash, those of the current release are not', async () => {
  await using place = await makeFolder()
  for (const text of ['one', 'two'])
    await createEarlierScripts().keepIn(place.folder, release({ [`frame-aaa${text}.js`]: text }))
  const scripts = createEarlierScripts()
  expect(scripts.find('frame', hashOf('one'))).toBeNull()
  await scripts.keepIn(place.folder, release({ 'frame-aaanow.js': 'now' }))
  expect(scripts.find('frame', hashOf('one'))?.bytes.toString()).toBe('one')
  expect(scripts.find('frame', hashOf('two'))?.sha256.toString('base64')).toBe(hashOf('two'))
  for (const [name, text] of [
    ['home', 'one'],
    ['frame', 'now'],
    ['frame', 'unknown'],
  ] as const)
    expect(scripts.find(name, hashOf(text))).toBeNull()
})

test('the scripts that were not served longest are deleted when the size limit is reached', async () => {
  await using place = await makeFolder()
  for (const [age, name] of ['frame-aaaaaa.js', 'frame-bbbbbb.js', 'frame-cccccc.js'].entries()) {
    await writeFile(join(place.folder, name), 'x'.repeat(40))
    await utimes(join(place.folder, name), 1_000 - age, 1_000 - age)
  }
  // The oldest is served again.
  await createEarlierScripts(100).keepIn(place.folder, release({ 'frame-cccccc.js': 'x'.repeat(40) }))
  expect((await readdir(place.folder)).toSorted()).toEqual(['frame-aaaaaa.js', 'frame-cccccc.js'])
})

test('a script that was stored incompletely is stored again, and no temporary file is left', async () => {
  await using place = await makeFolder()
  await writeFile(join(place.folder, 'frame-aaaaaa.js'), 'par')
  await createEarlierScripts().keepIn(place.folder, release({ 'frame-aaaaaa.js': 'partial' }))
  const scripts = createEarlierScripts()
  await scripts.keepIn(place.folder, release({}))
  expect(scripts.find('frame', hashOf('partial'))).not.toBeNull()
  expect(await readdir(place.folder)).toEqual(['frame-aaaaaa.js'])
})

test('a temporary file that a killed process left is deleted, and that of a running process is not', async () => {
  await using place = await makeFolder()
  const anHourAgo = Date.now() / 1_000 - 3_600
  for (const name of ['.abandoned.part', '.in-use.part']) await writeFile(join(place.folder, name), 'par')
  await utimes(join(place.folder, '.abandoned.part'), anHourAgo, anHourAgo)
  await createEarlierScripts().keepIn(place.folder, release({ 'frame-aaaaaa.js': 'one' }))
  expect((await readdir(place.folder)).toSorted()).toEqual(['.in-use.part', 'frame-aaaaaa.js'])
})

test('a folder that cannot be written rejects, and find still finds nothing', async () => {
  const scripts = createEarlierScripts()
  await expect(scripts.keepIn('/dev/null/scripts', release({ 'frame-aaaaaa.js': 'one' }))).rejects.toThrow()
  expect(scripts.find('frame', hashOf('one'))).toBeNull()
})
