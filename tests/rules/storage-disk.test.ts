import { rename, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { createCommonBackendTest, testOnBackend } from '../support/backend-test.ts'
import { callStorage, listStoredFiles } from '../support/storage-call.ts'

const test = createCommonBackendTest()

test('an aborted upload leaves no file, and a download during the upload gets NoSuchKey instead of partial content', async (backend) => {
  const before = await listStoredFiles(backend)
  const { port } = new URL(backend.url)
  const forms = { raw: 'application/octet-stream', form: 'multipart/form-data; boundary=x' }
  for (const [name, type] of Object.entries(forms)) {
    const headers = { apikey: backend.secretKey, 'content-type': type, 'content-length': '1000000' }
    const upload = request({
      host: 'localhost',
      port,
      method: 'POST',
      path: `/storage/v1/object/downloads/broken/${name}`,
      headers,
    })
    upload.on('error', () => {})
    upload.write('--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\n')
    upload.write('x'.repeat(100_000))
    await pause(100)
    expect((await callStorage(backend, `/object/public/downloads/broken/${name}`, { key: null })).body.code).toBe(
      'NoSuchKey',
    )
    upload.destroy()
  }
  const left = async () => (await listStoredFiles(backend)).toSorted()
  await expect.poll(left, { timeout: 60_000 }).toEqual(before.toSorted())
  expect(backend.log()).not.toContain('"event":"fault"')
})

test('of twenty concurrent uploads to one object name, one succeeds and stores one file, and the rest get 409', async (backend) => {
  const bucket = backend.secretClient().storage.from('downloads')
  const before = (await listStoredFiles(backend)).length
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => bucket.upload('raced/one.txt', Buffer.from(`${n}`))),
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  for (const { error } of answers) if (error) expect(error).toMatchObject({ statusCode: '409' })
  expect((await listStoredFiles(backend)).length).toBe(before + 1)
})

testOnBackend(
  'with an unusable storage folder, uploads and downloads get 503, pages still load, and no stored file is lost',
  async (backend) => {
    const bucket = backend.secretClient().storage.from('downloads')
    await bucket.upload('kept/a.txt', Buffer.from('kept'))
    const folder = join(backend.dataDir, 'storage')
    await rename(folder, `${folder}-away`)
    await writeFile(folder, 'a file where the folder was')
    const upload = await bucket.upload('new/b.txt', Buffer.from('new'))
    expect(upload.error).toMatchObject({ status: 503, statusCode: '503', code: 'StorageUnavailable' })
    expect((await bucket.update('kept/a.txt', Buffer.from('lost?'))).error).toMatchObject({
      code: 'StorageUnavailable',
    })
    const download = await callStorage(backend, '/object/public/downloads/kept/a.txt', { key: null })
    expect([download.status, download.body.message]).toEqual([503, 'The object cannot be read at the moment'])
    expect((await fetch(backend.url)).status).toBe(200)
    await rm(folder)
    await rename(`${folder}-away`, folder)
    expect(await (await bucket.download('kept/a.txt')).data?.text()).toBe('kept')
    expect((await bucket.list('new')).data).toEqual([])
  },
)
