import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startFakeBucket } from '../../tests/support/fake-bucket.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { openStore, parseStoreAddress } from './open-store.ts'

test('a bucket store writes, lists over several pages, reads and removes files under its prefix', async () => {
  await using bucket = await startFakeBucket()
  await using folder = await createTemporaryFolder('bucket-')
  const store = await openStore(parseStoreAddress('SHIP_TO', bucket.env.SHIP_TO, bucket.env))
  const large = randomBytes(20 * 1024 * 1024) // more than one part of an upload
  await writeFile(join(folder.path, 'large'), large)
  await store.writeFile('files/large', join(folder.path, 'large'))
  await store.write('files/empty', new Uint8Array())
  await store.write('owner.json', Buffer.from('{}'))
  expect([...bucket.objects.keys()].toSorted()).toEqual(['site/files/empty', 'site/files/large', 'site/owner.json'])
  expect((await buffer(await store.open('files/large'))).equals(large)).toBe(true)
  expect([await store.read('owner.json'), await store.read('missing')].map((bytes) => bytes?.toString())).toEqual([
    '{}',
    undefined,
  ])
  await expect(store.open('missing')).rejects.toThrow('missing does not exist')

  const names = Array.from({ length: 2_345 }, (_, number) => `wal/${String(number).padStart(5, '0')}`)
  for (const name of names) bucket.objects.set(`site/${name}`, Buffer.from('x'))
  expect((await store.list('wal/')).map(({ name }) => name)).toEqual(names)
  expect((await store.list('wal/', 'wal/02342')).map(({ name, size }) => [name, size])).toEqual([
    ['wal/02343', 1],
    ['wal/02344', 1],
  ])
  await store.remove(names.slice(0, 900))
  await store.remove([])
  expect(bucket.objects.size).toBe(3 + 2_345 - 900)
})

test('a bucket store rejects with a reason when the key or the bucket is wrong, or when the bucket cannot be reached', async () => {
  await using bucket = await startFakeBucket()
  const open = (changes: object) =>
    openStore(parseStoreAddress('SHIP_TO', bucket.env.SHIP_TO, { ...bucket.env, ...changes }))
  const wrong = await open({ AWS_SECRET_ACCESS_KEY: 'another secret' })
  await expect(wrong.write('x', Buffer.from('x'))).rejects.toThrow('S3 returned 403')
  const elsewhere = await openStore(parseStoreAddress('SHIP_TO', 's3://other', bucket.env))
  await expect(elsewhere.list('')).rejects.toThrow('the bucket does not exist')
  await expect(elsewhere.write('x', Buffer.from('x'))).rejects.toThrow('S3 returned 404')
  bucket.isAway = true
  const away = await open({})
  const calls = [
    () => away.list(''),
    () => away.read('x'),
    () => away.write('x', Buffer.from('x')),
    () => away.remove(['x']),
  ]
  for (const call of calls) await expect(call()).rejects.toThrow('S3 returned 503')
  const nowhere = await open({ AWS_ENDPOINT_URL: 'http://127.0.0.1:9' })
  await expect(nowhere.read('x')).rejects.toThrow()
})

test('a bucket store whose storage redirects rejects, names the address and the settings, and sends no request there', async () => {
  await using bucket = await startFakeBucket()
  await using elsewhere = await startFakeBucket()
  bucket.redirectsTo = elsewhere.env.AWS_ENDPOINT_URL
  const store = await openStore(parseStoreAddress('SHIP_TO', bucket.env.SHIP_TO, bucket.env))
  const sentence = `the storage redirects to ${elsewhere.env.AWS_ENDPOINT_URL}: correct AWS_ENDPOINT_URL and AWS_REGION`
  const attempts = [
    () => store.list(''),
    () => store.read('a'),
    () => store.open('a'),
    () => store.write('a', Buffer.from('secret')),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toThrow(sentence)
  expect(elsewhere.objects.size).toBe(0)
})
