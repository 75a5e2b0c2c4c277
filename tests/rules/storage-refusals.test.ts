import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { matchErrorMessage } from '../support/match-error-message.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { callStorage, jsonRequestInit, listStoredFiles, type StorageErrorBody } from '../support/storage-call.ts'
import { testWithSql } from '../support/test-with-sql.ts'

const test = createCommonBackendTest()

const ROW_RULE = {
  statusCode: '403',
  error: 'Unauthorized',
  code: 'AccessDenied',
  message: matchErrorMessage('new row violates row-level security policy'),
}

test('with the publishable key, no storage object or bucket can be created, changed, deleted or listed', async (backend) => {
  const before = await listStoredFiles(backend)
  const visitor: SupabaseClient = backend.client()
  const bucket = visitor.storage.from('downloads')
  for (const attempt of [
    () => bucket.upload('latest/evil.exe', Buffer.from('x')),
    () => bucket.upload('latest/version.json', Buffer.from('{}'), { upsert: true }),
    () => bucket.update('latest/version.json', new Blob(['{}'])),
    () => visitor.storage.createBucket('mine', { public: true }),
    () => bucket.copy('latest/version.json', 'latest/copy.json'),
  ]) {
    const { data, error } = await attempt()
    expect(data).toBeNull()
    expect(error).toMatchObject({ status: 400, statusCode: expect.stringMatching(/^40[34]$/) })
  }
  expect((await bucket.move('latest/version.json', 'latest/gone.json')).error).toMatchObject({ statusCode: '404' })
  expect(await bucket.remove(['latest/version.json'])).toEqual({ data: [], error: null })
  expect(await bucket.list('latest')).toEqual({ data: [], error: null })
  expect(await visitor.storage.listBuckets()).toEqual({ data: [], error: null })
  expect((await visitor.storage.getBucket('downloads')).error).toMatchObject({
    statusCode: '404',
    message: matchErrorMessage('Bucket not found'),
  })
  expect(
    (
      await callStorage(backend, '/object/downloads/latest/x', {
        method: 'POST',
        body: 'x',
        key: backend.publishableKey,
      })
    ).body,
  ).toEqual(ROW_RULE)
  expect((await listStoredFiles(backend)).toSorted()).toEqual(before.toSorted())
  expect((await fetch(bucket.getPublicUrl('latest/version.json').data.publicUrl)).status).toBe(200)
})

test('objects of a private bucket are readable with the secret key only, and their public URL reports a missing bucket', async (backend) => {
  const name = `private-${randomUUID()}`
  expect(await backend.secretClient().storage.createBucket(name)).toEqual({ data: { name }, error: null })
  expect((await backend.secretClient().storage.createBucket(name)).error).toMatchObject({
    status: 400,
    statusCode: '409',
  })
  const mine = backend.secretClient().storage.from(name)
  await mine.upload('a.txt', Buffer.from('secret'))
  expect(await (await mine.download('a.txt')).data?.text()).toBe('secret')
  const theirs = backend.client().storage.from(name)
  expect((await theirs.download('a.txt')).error).toMatchObject({
    status: 400,
    statusCode: '404',
    message: matchErrorMessage('Object not found'),
  })
  expect((await theirs.info('a.txt')).error).toMatchObject({ statusCode: '404' })
  const address = await callStorage(backend, `/object/public/${name}/a.txt`, { key: null })
  const unknown = await callStorage(backend, '/object/public/no-such-bucket/a.txt', { key: null })
  expect(address).toEqual(unknown)
  expect(address).toEqual({
    status: 400,
    body: {
      statusCode: '404',
      error: matchErrorMessage('Bucket not found'),
      code: 'NoSuchBucket',
      message: matchErrorMessage('Bucket not found'),
    },
  })
  const { data } = await backend.secretClient().storage.listBuckets({ search: name })
  expect(data).toMatchObject([{ id: name, name, public: false, file_size_limit: null, allowed_mime_types: null }])
  expect((await backend.secretClient().storage.getBucket(name)).data).toMatchObject({ id: name })
})

test('with the publishable key, each storage endpoint responds to a private bucket as to one that does not exist', async (backend) => {
  const [there, missing] = [`private-${randomUUID()}`, `private-${randomUUID()}`]
  await backend.secretClient().storage.createBucket(there)
  await backend.secretClient().storage.from(there).upload('a.txt', Buffer.from('secret'))
  const asks: [method: string, path: (bucket: string) => string, body?: (bucket: string) => unknown][] = [
    ['POST', (bucket) => `/object/${bucket}/a.txt`, () => 'x'],
    ['PUT', (bucket) => `/object/${bucket}/a.txt`, () => 'x'],
    ['POST', (bucket) => `/object/${bucket}/new.txt`, () => 'x'],
    ['GET', (bucket) => `/object/${bucket}/a.txt`],
    ['GET', (bucket) => `/object/authenticated/${bucket}/a.txt`],
    ['GET', (bucket) => `/object/public/${bucket}/a.txt`],
    ['GET', (bucket) => `/object/info/${bucket}/a.txt`],
    ['GET', (bucket) => `/object/info/public/${bucket}/a.txt`],
    ['HEAD', (bucket) => `/object/${bucket}/a.txt`],
    ['DELETE', (bucket) => `/object/${bucket}/a.txt`],
    ['DELETE', (bucket) => `/object/${bucket}`, () => ({ prefixes: ['a.txt'] })],
    ['POST', (bucket) => `/object/list/${bucket}`, () => ({ prefix: '' })],
    ['POST', () => '/object/move', (bucketId) => ({ bucketId, sourceKey: 'a.txt', destinationKey: 'b.txt' })],
    ['POST', () => '/object/copy', (bucketId) => ({ bucketId, sourceKey: 'a.txt', destinationKey: 'b.txt' })],
    ['POST', () => '/bucket', (name) => ({ name, id: name })],
    ['GET', (bucket) => `/bucket/${bucket}`],
    ['PUT', (bucket) => `/bucket/${bucket}`, () => ({ public: true })],
    ['DELETE', (bucket) => `/bucket/${bucket}`],
    ['POST', (bucket) => `/bucket/${bucket}/empty`, () => ({})],
  ]
  for (const [method, path, body] of asks) {
    const answers = []
    for (const bucket of [there, missing]) {
      const sent = body?.(bucket)
      const type = typeof sent === 'string' ? 'text/plain' : 'application/json'
      const answer = await fetch(`${backend.url}/storage/v1${path(bucket)}`, {
        method,
        headers: { apikey: backend.publishableKey, ...(sent === undefined ? {} : { 'content-type': type }) },
        ...(sent === undefined ? {} : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
      })
      answers.push([answer.status, (await answer.text()).replaceAll(bucket, '<bucket>')])
    }
    expect(answers[0], `${method} ${path('<bucket>')}`).toEqual(answers[1])
  }
})

test('each storage error response has the expected code, status and shape, and reveals no internals', async (backend) => {
  const upload = (path: string, more: RequestInit = {}) =>
    callStorage(backend, `/object/${path}`, { method: 'POST', body: 'x', ...more })
  const limited = `limited-${randomUUID()}`
  const options = { public: true, fileSizeLimit: '1KB', allowedMimeTypes: ['image/*', 'text/plain'] }
  expect((await backend.secretClient().storage.createBucket(limited, options)).error).toBeNull()
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  const half = '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nhalf'
  const text = { 'content-type': 'text/plain' }
  const ask = (path: string, body: unknown, method?: string) =>
    callStorage(backend, path, jsonRequestInit(body, method))
  const typed = { method: 'POST', body: 'name=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const refusals: [code: string, status: number, answer: Promise<{ status: number; body: StorageErrorBody }>][] = [
    ['NoSuchBucket', 400, upload('nowhere/a')],
    ['NoSuchBucket', 400, callStorage(backend, '/bucket/nowhere')],
    ['NoSuchKey', 400, callStorage(backend, '/object/downloads/nothing')],
    ['NoSuchKey', 400, callStorage(backend, '/object/public/downloads/nothing', { key: null })],
    ['NoSuchKey', 400, callStorage(backend, '/object/info/public/downloads/nothing', { key: null })],
    ['NoSuchKey', 400, callStorage(backend, '/object/downloads/nothing', { method: 'DELETE' })],
    ['BucketAlreadyExists', 400, ask('/bucket', { name: 'downloads' })],
    ['KeyAlreadyExists', 400, upload('downloads/latest/version.json')],
    ['InvalidBucketName', 400, ask('/bucket', { name: 'a/b' })],
    ['InvalidBucketName', 400, ask('/bucket', { name: 'a', id: 'b' })],
    ['InvalidKey', 400, upload('downloads/a%5Cb')],
    ['InvalidKey', 400, upload('downloads/a/..%2fb')],
    ['InvalidKey', 400, upload('downloads/a//b')],
    ['InvalidKey', 400, upload(`downloads/${'x'.repeat(1025)}`)],
    ['InvalidRequest', 400, ask('/bucket', {})],
    ['InvalidRequest', 400, callStorage(backend, '/bucket', { ...jsonRequestInit({}), body: '{' })],
    ['InvalidRequest', 400, ask('/object/downloads', { prefixes: [] }, 'DELETE')],
    ['InvalidRequest', 400, ask('/object/downloads', { prefixes: [{ path: 'a', versionId: 'b' }] }, 'DELETE')],
    ['InvalidRequest', 400, ask('/object/list/downloads', { prefix: 'a', sortBy: { column: 'id; drop table' } })],
    ['InvalidRequest', 400, upload('downloads/a', { headers: { 'x-metadata': 'no json' } })],
    ['InvalidRequest', 400, upload('downloads/a', { headers: { 'cache-control': 'a"b' } })],
    ['InvalidRequest', 400, upload('downloads/a', { headers: form, body: 'no form' })],
    ['InvalidRequest', 400, upload('downloads/a', { headers: form, body: '--x--\r\n' })],
    ['InvalidRequest', 400, upload('downloads/a', { headers: form, body: half })],
    ['InvalidMimeType', 400, upload('downloads/a', { headers: { 'content-type': 'no type' } })],
    ['InvalidMimeType', 400, upload(`${limited}/a`, { headers: { 'content-type': 'application/zip' } })],
    ['InvalidMimeType', 415, callStorage(backend, '/bucket', typed)],
    ['EntityTooLarge', 413, upload(`${limited}/a`, { headers: text, body: 'x'.repeat(1001) })],
    ['EntityTooLarge', 413, upload(`${limited}/a`, { headers: text, body: 'x'.repeat(900_000) })],
    ['NotSupported', 400, ask('/bucket', { name: 'a', type: 'ANALYTICS' })],
    ['NotSupported', 400, upload('downloads/a', { headers: { 'content-encoding': 'gzip' } })],
    ['AccessDenied', 401, callStorage(backend, '/bucket', { key: null })],
    ['AccessDenied', 401, callStorage(backend, '/bucket', { key: 'sb_secret_wrong' })],
    ['InvalidJWT', 401, callStorage(backend, '/bucket', { headers: { authorization: 'Bearer a.b.c' } })],
    ['NotFound', 404, ask('/object/sign/downloads/a', { expiresIn: 60 }, 'PATCH')],
    ['NotFound', 404, callStorage(backend, '/render/image/public/downloads/a')],
  ]
  for (const [code, status, answer] of refusals) {
    const { body, status: given } = await answer
    expect([body.code, given], body.message).toEqual([code, status])
    expect(body).toEqual({
      statusCode: expect.stringMatching(/^[45]\d\d$/),
      error: expect.any(String),
      code,
      message: expect.any(String),
    })
    expect(body.message).not.toMatch(/at \/|node_modules|select |insert /)
  }
})

test('no encoding of an object path allows path traversal out of its bucket', async (backend) => {
  const paths = [
    '../../secret-key',
    '..%2f..%2fsecret-key',
    '%2e%2e/%2e%2e/secret-key',
    '..%5c..%5csecret-key',
    '....//secret-key',
    '%00',
    'a%00.txt',
    '/etc/passwd',
    '%c0%ae%c0%ae/a',
    'a/%E2%80%AE/b',
  ]
  for (const path of paths) {
    for (const prefix of [
      '/object/public/downloads/',
      '/object/downloads/',
      '/object/public/%2e%2e/',
      '/object/public/..%2f/',
    ]) {
      const answer = await plainRequest(backend, `/storage/v1${prefix}${path}`)
      expect(answer.statusCode, prefix + path).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode, prefix + path).toBeLessThan(500)
    }
  }
})

/** Sends a request without normalising its path. (`fetch` would normalise the path.) */
function plainRequest(backend: TestBackend, path: string): Promise<IncomingMessage> {
  const { port } = new URL(backend.url)
  const headers = { apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` }
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port, path, headers }, (response) => resolve(response.resume()))
      .on('error', reject)
      .end()
  })
}

testWithSql(
  'a storage.objects select policy for anon lets visitors list exactly the objects that it allows',
  async (backend, sql) => {
    await sql(
      `create policy see on storage.objects for select to anon using (bucket_id = 'downloads' and storage.foldername(name) = '{open}')`,
    )
    const bucket = backend.secretClient().storage.from('downloads')
    await bucket.upload('open/a.txt', Buffer.from('a'))
    await bucket.upload('closed/b.txt', Buffer.from('b'))
    const { data } = await backend.client().storage.from('downloads').list('')
    expect(data?.map(({ name }) => name)).toEqual(['open'])
  },
)
