import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startFakeBucket } from '../../tests/support/fake-bucket.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { openPlace, parsePlace } from './open-place.ts'

test('a bucket place writes, lists over several pages, reads and removes files under its prefix', async () => {
  await using bucket = await startFakeBucket()
  await using folder = await createTemporaryFolder('bucket-')
  const place = await openPlace(parsePlace('SHIP_TO', bucket.env.SHIP_TO, bucket.env))
  const large = randomBytes(20 * 1024 * 1024) // more than one part of an upload
  await writeFile(join(folder.path, 'large'), large)
  await place.writeFile('files/large', join(folder.path, 'large'))
  await place.write('files/empty', new Uint8Array())
  await place.write('owner.json', Buffer.from('{}'))
  expect([...bucket.objects.keys()].toSorted()).toEqual(['site/files/empty', 'site/files/large', 'site/owner.json'])
  expect((await buffer(await place.open('files/large'))).equals(large)).toBe(true)
  expect([await place.read('owner.json'), await place.read('missing')].map((bytes) => bytes?.toString())).toEqual([
    '{}',
    undefined,
  ])
  await expect(place.open('missing')).rejects.toThrow('missing does not exist')

  const names = Array.from({ length: 2_345 }, (_, number) => `wal/${String(number).padStart(5, '0')}`)
  for (const name of names) bucket.objects.set(`site/${name}`, Buffer.from('x'))
  expect((await place.list('wal/')).map(({ name }) => name)).toEqual(names)
  expect((await place.list('wal/', 'wal/02342')).map(({ name, size }) => [name, size])).toEqual([
    ['wal/02343', 1],
    ['wal/02344', 1],
  ])
  await place.remove(names.slice(0, 900))
  await place.remove([])
  expect(bucket.objects.size).toBe(3 + 2_345 - 900)
})

test('a bucket place rejects with a reason when the key or the bucket is wrong, or when the bucket cannot be reached', async () => {
  await using bucket = await startFakeBucket()
  const open = (changes: object) => openPlace(parsePlace('SHIP_TO', bucket.env.SHIP_TO, { ...bucket.env, ...changes }))
  const wrong = await open({ AWS_SECRET_ACCESS_KEY: 'another secret' })
  await expect(wrong.write('x', Buffer.from('x'))).rejects.toThrow('S3 returned 403')
  const elsewhere = await openPlace(parsePlace('SHIP_TO', 's3://other', bucket.env))
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

test('a bucket place whose storage redirects rejects, names the address and the settings, and sends no request there', async () => {
  await using bucket = await startFakeBucket()
  await using elsewhere = await startFakeBucket()
  bucket.redirectsTo = elsewhere.env.AWS_ENDPOINT_URL
  const place = await openPlace(parsePlace('SHIP_TO', bucket.env.SHIP_TO, bucket.env))
  const sentence = `the storage redirects to ${elsewhere.env.AWS_ENDPOINT_URL}: correct AWS_ENDPOINT_URL and AWS_REGION`
  const attempts = [
    () => place.list(''),
    () => place.read('a'),
    () => place.open('a'),
    () => place.write('a', Buffer.from('secret')),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toThrow(sentence)
  expect(elsewhere.objects.size).toBe(0)
})
