import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/engines.ts'
import { callStorage } from './storage-call.ts'

const onBothEngines = createSharedBackendTest()

const NOT_SUPPORTED = { statusCode: '409', code: 'NotSupported' }
const OPERATIONS = ['authenticated', 'copy', 'info', 'list', 'list-v2', 'move', 'public', 'sign', 'upload']

onBothEngines('signed storage URLs and list version 2 are rejected as not supported', async (backend) => {
  const bucket = backend.secretClient().storage.from('downloads')
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

onBothEngines('names of storage operations, such as list or sign, are rejected as bucket names', async (backend) => {
  const key = backend.secretKey
  for (const name of OPERATIONS) {
    expect((await backend.secretClient().storage.createBucket(name)).error, name).not.toBeNull()
    for (const method of ['POST', 'PUT', 'GET', 'DELETE']) {
      const sent = method === 'GET' || method === 'DELETE' ? {} : { body: 'x' }
      const { body } = await callStorage(backend, `/object/${name}/downloads/${randomUUID()}/a.txt`, {
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

onBothEngines(
  'a storage object uploaded without metadata has an empty metadata object and an empty owner',
  async (backend) => {
    const bucket = backend.secretClient().storage.from('downloads')
    const name = `owned/${randomUUID()}.txt`
    expect((await bucket.upload(name, new Blob(['x']))).error).toBeNull()
    expect((await bucket.info(name)).data).toMatchObject({ metadata: {} })
    const removed = await bucket.remove([name])
    expect(removed.data).toMatchObject([{ owner: '', owner_id: null }])
  },
)
