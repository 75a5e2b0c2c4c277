import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { SupabaseClient } from '@supabase/supabase-js'
import { number, object, parse, record, string } from 'valibot'
import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { matchErrorMessage } from '../support/match-error-message.ts'
import type { TestBackend } from '../support/start-backend.ts'

const test = createCommonBackendTest()

const sampleSchema = object({
  version: string(),
  downloads: record(string(), string()),
  size: record(string(), number()),
  sha256: record(string(), string()),
})

function files(client: SupabaseClient, bucket = 'downloads') {
  return client.storage.from(bucket)
}

/** Returns a random name for a storage folder. */
function aFolder(): string {
  return `try-${randomUUID()}`
}

function publicUrl(backend: TestBackend, name: string): string {
  return files(backend.client()).getPublicUrl(name).data.publicUrl
}

test('an upload with any supported body type is stored and downloaded with identical bytes', {
  tags: ['R7.11'],
}, async (backend) => {
  const folder = aFolder()
  const bytes = randomBytes(300_000)
  const bodies: Record<string, Parameters<ReturnType<typeof files>['upload']>[1]> = {
    blob: new Blob([bytes]),
    buffer: bytes,
    array: new Uint8Array(bytes).buffer,
    stream: Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]),
    webstream: new Blob([bytes]).stream(),
    file: new File([bytes], 'name that nobody asked for.exe', { type: 'application/zip' }),
  }
  for (const [name, body] of Object.entries(bodies)) {
    const path = `${folder}/${name}.bin`
    const { data, error } = await files(backend.secretClient()).upload(path, body, {
      contentType: 'application/zip',
      duplex: 'half',
    })
    expect(error, name).toBeNull()
    expect(data).toEqual({ path, id: expect.any(String), fullPath: `downloads/${path}` })
    const download = await files(backend.client()).download(path)
    expect(Buffer.from(await (download.data?.arrayBuffer() ?? new ArrayBuffer())).equals(bytes), name).toBe(true)
  }
  const { data } = await files(backend.secretClient()).list(folder)
  expect(data?.map(({ name, metadata }) => [name, metadata?.['size']])).toEqual(
    Object.keys(bodies)
      .toSorted()
      .map((name) => [`${name}.bin`, 300_000]),
  )
})

test('the content type, cache control and metadata of an upload are stored and returned with the object', async (backend) => {
  const folder = aFolder()
  const options = { contentType: 'image/png', cacheControl: '120', metadata: { by: 'Mara', tags: ['a', 'b'] } }
  await files(backend.secretClient()).upload(`${folder}/raw.png`, Buffer.from('raw'), options)
  await files(backend.secretClient()).upload(`${folder}/form.png`, new Blob(['form'], { type: 'image/png' }), options)
  for (const name of ['raw', 'form']) {
    const { data, error } = await files(backend.client()).info(`${folder}/${name}.png`)
    expect(error).toBeNull()
    expect(data).toMatchObject({
      ...{ name: `${folder}/${name}.png`, bucketId: 'downloads', size: name.length, contentType: 'image/png' },
      ...{ cacheControl: 'max-age=120', metadata: options.metadata, etag: expect.stringMatching(/^"[0-9a-f]{64}"$/) },
    })
    const answer = await fetch(publicUrl(backend, `${folder}/${name}.png`))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'max-age=120',
    })
  }
})

test('upload rejects an existing object name with 409, while upsert and update replace the object', async (backend) => {
  const path = `${aFolder()}/a.txt`
  const bucket = files(backend.secretClient())
  const text = async () => await (await files(backend.client()).download(path)).data?.text()
  expect((await bucket.upload(path, Buffer.from('one'))).error).toBeNull()
  const again = await bucket.upload(path, Buffer.from('two'))
  expect(again.error).toMatchObject({
    status: 400,
    statusCode: '409',
    message: matchErrorMessage('The resource already exists'),
  })
  expect(await text()).toBe('one')
  expect((await bucket.upload(path, Buffer.from('three'), { upsert: true })).error).toBeNull()
  expect(await text()).toBe('three')
  expect((await bucket.update(path, new Blob(['four']))).error).toBeNull()
  expect(await text()).toBe('four')
  const { data } = await bucket.list(path.split('/')[0])
  expect(data).toHaveLength(1)
})

test('the storage list endpoint returns folders first, and supports sorting, pagination and search', async (backend) => {
  const folder = aFolder()
  const bucket = files(backend.secretClient())
  for (const name of [
    'b.txt',
    'a.txt',
    'sub/one.txt',
    'sub/two.txt',
    'other/x/y.txt',
    '100_sure.txt',
    '100xsure.txt',
  ]) {
    expect((await bucket.upload(`${folder}/${name}`, Buffer.from(name))).error).toBeNull()
  }
  const names = async (path: string, options?: object) =>
    (await bucket.list(path, options)).data?.map(({ name }) => name)
  expect(await names(folder)).toEqual(['other', 'sub', '100_sure.txt', '100xsure.txt', 'a.txt', 'b.txt'])
  expect(await names(`${folder}/`)).toHaveLength(6)
  expect(await names(`${folder}/sub`)).toEqual(['one.txt', 'two.txt'])
  const downwards = ['sub', 'other', 'b.txt', 'a.txt', '100xsure.txt', '100_sure.txt']
  expect(await names(folder, { sortBy: { column: 'name', order: 'desc' } })).toEqual(downwards)
  expect(await names(folder, { limit: 2, offset: 1 })).toEqual(['sub', '100_sure.txt'])
  expect(await names(folder, { search: 'A.' })).toEqual(['a.txt'])
  expect(await names(folder, { search: '100_' })).toEqual(['100_sure.txt'])
  expect(await names(folder, { search: '%' })).toEqual([])
  const byAge = ['other', 'sub', 'b.txt', 'a.txt', '100_sure.txt', '100xsure.txt']
  expect(await names(folder, { sortBy: { column: 'created_at' } })).toEqual(byAge)
  expect((await bucket.list(folder)).data?.[0]).toEqual({
    ...{ name: 'other', id: null, metadata: null, updated_at: null, created_at: null, last_accessed_at: null },
  })
  expect(await names('nowhere')).toEqual([])
})

test('storage move, copy and remove change objects, and report a missing source or an existing target', {
  tags: ['R7.11'],
}, async (backend) => {
  const folder = aFolder()
  const bucket = files(backend.secretClient())
  await bucket.upload(`${folder}/a.txt`, Buffer.from('hello'), { metadata: { by: 'Mara' } })
  expect((await bucket.copy(`${folder}/a.txt`, `${folder}/b.txt`)).data).toEqual({ path: `downloads/${folder}/b.txt` })
  expect((await bucket.move(`${folder}/a.txt`, `${folder}/c.txt`)).error).toBeNull()
  expect((await bucket.move(`${folder}/b.txt`, `${folder}/c.txt`)).error).toMatchObject({ statusCode: '409' })
  expect((await bucket.move(`${folder}/a.txt`, `${folder}/d.txt`)).error).toMatchObject({
    statusCode: '404',
    code: 'NoSuchKey',
  })
  expect((await bucket.copy(`${folder}/a.txt`, `${folder}/d.txt`)).error).toMatchObject({
    statusCode: '404',
    code: 'NoSuchKey',
  })
  const removed = await bucket.remove([`${folder}/c.txt`, `${folder}/nothing.txt`])
  expect(removed.data?.map(({ name }) => name)).toEqual([`${folder}/c.txt`])
  expect(await (await bucket.download(`${folder}/b.txt`)).data?.text()).toBe('hello')
  expect((await bucket.info(`${folder}/b.txt`)).data?.metadata).toEqual({ by: 'Mara' })
  expect((await bucket.exists(`${folder}/b.txt`)).data).toBe(true)
  expect((await bucket.exists(`${folder}/c.txt`)).data).toBe(false)
  expect((await fetch(publicUrl(backend, `${folder}/c.txt`))).status).toBe(400)
})

test('a Range request for a file returns 206 with the range, and the whole file if If-Range does not match', async (backend) => {
  const name = `${aFolder()}/a.bin`
  await files(backend.secretClient()).upload(name, Buffer.from('0123456789'), {
    contentType: 'application/octet-stream',
  })
  const get = (headers: Record<string, string>, method = 'GET') => fetch(publicUrl(backend, name), { headers, method })
  const etag = (await get({})).headers.get('etag') ?? ''
  expect(etag).toBe(`"${createHash('sha256').update('0123456789').digest('hex')}"`)

  const part = await get({ range: 'bytes=2-4' })
  expect([
    part.status,
    await part.text(),
    part.headers.get('content-range'),
    part.headers.get('content-length'),
  ]).toEqual([206, '234', 'bytes 2-4/10', '3'])
  expect(await (await get({ range: 'bytes=-3' })).text()).toBe('789')
  expect(await (await get({ range: 'bytes=7-' })).text()).toBe('789')
  const beyond = await get({ range: 'bytes=10-' })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  expect(await beyond.json()).toMatchObject({ statusCode: '416', code: 'InvalidRange' })
  expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
  expect((await get({ range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200)

  const head = await get({ range: 'bytes=0-1' }, 'HEAD')
  expect([
    head.status,
    head.headers.get('content-length'),
    head.headers.get('accept-ranges'),
    await head.text(),
  ]).toEqual([200, '10', 'bytes', ''])
})

test('a new installation serves a complete sample release and logs that its downloads are samples', {
  tags: ['R7.8', 'R7.9'],
}, async (backend) => {
  const url = publicUrl(backend, 'latest/version.json')
  const answer = await fetch(url)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  const release = parse(sampleSchema, await answer.json())
  expect(release.version).toContain('sample')
  expect(Object.keys(release.downloads)).toEqual(['windows-x64', 'macos-intel', 'macos-silicon'])
  for (const [platform, link] of Object.entries(release.downloads)) {
    const file = await fetch(new URL(link, url))
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(bytes.toString()).toContain('This is a placeholder')
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
      release.size[platform],
      release.sha256[platform],
    ])
    expect([file.headers.get('cache-control'), file.headers.get('content-disposition')]).toEqual([
      'no-cache',
      expect.stringMatching(/^attachment; /),
    ])
  }
  expect(backend.log()).toMatch(/^Still samples .*\bdownloads$/m)
})
