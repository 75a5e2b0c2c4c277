import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createCommonBackendTest } from '../../../tests/support/backend-test.ts'
import { callStorage } from '../../../tests/support/storage-call.ts'
import { FIXTURE } from './fixture.ts'

const test = createCommonBackendTest(FIXTURE)

const NOT_SUPPORTED = { statusCode: '409', code: 'NotSupported' }
const OPERATIONS = ['authenticated', 'copy', 'info', 'list', 'list-v2', 'move', 'public', 'sign', 'upload']

test('signed storage URLs and list version 2 are rejected as not supported', async (backend) => {
  const bucket = backend.secretClient().storage.from('pictures')
  for (const attempt of [
    () => bucket.createSignedUrl('latest/version.json', 60),
    () => bucket.createSignedUrls(['latest/version.json'], 60),
    () => bucket.createSignedUploadUrl('latest/new.txt'),
    () => bucket.uploadToSignedUrl('latest/new.txt', 'token', new Blob(['x'])),
    () => bucket.listV2(),
  ]) {
    const { data, error } = await attempt()
    expect(data).toBeNull()
    expect(error).toMatchObject({ status: 400, statusCode: '409' })
  }
  expect((await bucket.list('latest')).data?.map(({ name }) => name)).not.toContain('new.txt')
})

test('names of storage operations, such as list or sign, are rejected as bucket names', async (backend) => {
  const key = backend.secretKey
  for (const name of OPERATIONS) {
    expect((await backend.secretClient().storage.createBucket(name)).error, name).not.toBeNull()
    for (const method of ['POST', 'PUT', 'GET', 'DELETE']) {
      const sent = method === 'GET' || method === 'DELETE' ? {} : { body: 'x' }
      const { body } = await callStorage(backend, `/object/${name}/pictures/${randomUUID()}/a.txt`, {
        method,
        key,
        ...sent,
      })
      // For GET, `info`, `public` and `authenticated` are supported operations. They respond with 404, because there is no such object.
      if (method === 'GET' && ['info', 'public', 'authenticated'].includes(name)) expect(body.statusCode).toBe('404')
      else expect(body, `${method} ${name}`).toMatchObject(NOT_SUPPORTED)
    }
  }
})

test('a storage object uploaded without metadata has an empty metadata object and an empty owner', async (backend) => {
  const bucket = backend.secretClient().storage.from('pictures')
  const name = `owned/${randomUUID()}.txt`
  expect((await bucket.upload(name, new Blob(['x']))).error).toBeNull()
  expect((await bucket.info(name)).data).toMatchObject({ metadata: {} })
  const removed = await bucket.remove([name])
  expect(removed.data).toMatchObject([{ owner: '', owner_id: null }])
})

test('a Range request for several ranges gets them in one response, those close together as one part, and never the whole file', async (backend) => {
  const name = `try-${randomUUID()}/a.txt`
  const bucket = backend.secretClient().storage.from('pictures')
  const url = bucket.getPublicUrl(name).data.publicUrl
  const text = '0123456789'.repeat(1_000)
  await bucket.upload(name, Buffer.from(text), { contentType: 'text/plain' })
  const get = async (headers: Record<string, string>) => {
    const answer = await fetch(url, { headers })
    const body = await answer.text()
    const boundary = /boundary=(.+)$/.exec(answer.headers.get('content-type') ?? '')?.[1] ?? '-'
    expect(Number(answer.headers.get('content-length'))).toBe(body.length)
    return [answer.status, body.replaceAll(boundary, 'B')]
  }
  const part = (range: string, bytes: string) =>
    `--B\r\ncontent-type: text/plain\r\ncontent-range: bytes ${range}/10000\r\n\r\n${bytes}\r\n`
  const far = `${part('5000-5001', '01')}${part('0-2', '012')}${part('9999-9999', '9')}--B--\r\n`
  expect(await get({ range: 'bytes=5000-5001, 0-2,-1' })).toEqual([206, far])
  expect(await get({ range: 'bytes=0-1,3-4' })).toEqual([206, `${part('0-4', '01234')}--B--\r\n`])
  expect(await get({ range: 'bytes=0-1,10000-' })).toEqual([206, `${part('0-1', '01')}--B--\r\n`])
  for (const range of ['bytes=10000-,20000-', 'bytes=0-1,x', `bytes=${'0-1,'.repeat(501)}`]) {
    const answer = await fetch(url, { headers: { range } })
    expect([answer.status, answer.headers.get('content-range')], range).toEqual([416, 'bytes */10000'])
  }
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  expect(await get({ range: 'bytes=5000-5001,0-2,-1', 'if-range': etag })).toEqual([206, far])
  expect(await get({ range: 'bytes=5000-5001,0-2,-1', 'if-range': '"another"' })).toEqual([200, text])
})
