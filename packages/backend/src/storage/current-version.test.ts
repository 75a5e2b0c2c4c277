import { expect, test } from 'vitest'
import { useCurrentVersion } from './current-version.ts'
import { storageErrors } from './errors.ts'
import type { StorageObjectRow } from './object-store.ts'

const row = (version: string | null): StorageObjectRow => ({
  id: '1',
  bucket_id: 'downloads',
  name: 'a.bin',
  owner: null,
  owner_id: null,
  version,
  metadata: null,
  user_metadata: null,
  created_at: new Date(0),
  updated_at: new Date(0),
  last_accessed_at: new Date(0),
  path_tokens: [],
})

/** Returns a function that returns the rows of these versions in turn, and the last one again after that. */
function reading(...versions: (string | null)[]) {
  const left = [...versions]
  return async () => row((left.length > 1 ? left.shift() : left[0]) ?? null)
}

test('useCurrentVersion goes on to the next version as often as the object was replaced before its file was opened', async () => {
  const tried: (string | null)[] = []
  const opened = await useCurrentVersion(reading('1', '2', '3'), async ({ version }) => {
    tried.push(version)
    return version === '3' ? 'the file' : null
  })
  expect([opened, tried]).toEqual(['the file', ['1', '2', '3']])
})

test('useCurrentVersion throws 404 when the file is gone although the row still names its version, or names none', async () => {
  for (const versions of [['1'], ['1', '2'], [null]]) {
    await expect(useCurrentVersion(reading(...versions), async () => null)).rejects.toMatchObject({ code: 'NoSuchKey' })
  }
})

test('useCurrentVersion throws the error of its look-up when the object was removed meanwhile', async () => {
  let looks = 0
  const find = async () => {
    looks += 1
    if (looks > 1) throw storageErrors.bucketNotFound()
    return row('1')
  }
  await expect(useCurrentVersion(find, async () => null)).rejects.toMatchObject({ code: 'NoSuchBucket' })
})
