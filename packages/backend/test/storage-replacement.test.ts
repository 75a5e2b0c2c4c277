import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import { createSharedBackendTest, testOnBackend } from '../../../tests/support/backend-test.ts'
import type { TestBackend } from '../../../tests/support/start-backend.ts'
import { FIXTURE } from './fixture.ts'

// Tests that no response and no resumed download ever mixes the bytes of two files that were stored under one name.

const test = createSharedBackendTest(FIXTURE)

const etagOf = (bytes: Uint8Array) => `"${createHash('sha256').update(bytes).digest('hex')}"`

/** An object with known bytes, and the ways in which another file can take its place. */
async function storeObject(backend: TestBackend, bytes: Uint8Array) {
  const name = `replaced-${randomUUID()}/installer.exe`
  const bucket = backend.secretClient().storage.from('pictures')
  const url = bucket.getPublicUrl(name).data.publicUrl
  const upload = async (path: string, content: Uint8Array) => {
    const { error } = await bucket.upload(path, Buffer.from(content), { upsert: true })
    if (error) throw error
  }
  await upload(name, bytes)
  const remove = async () => {
    const { error } = await bucket.remove([name])
    if (error) throw error
  }
  const replace: Record<'upload' | 'copy' | 'move', (content: Uint8Array) => Promise<void>> = {
    upload: (content) => upload(name, content),
    async copy(content) {
      await upload(`${name}.next`, content)
      // supabase-js has no option to overwrite the target of a copy.
      const { status } = await fetch(`${backend.url}/storage/v1/object/copy`, {
        method: 'POST',
        headers: { apikey: backend.secretKey, 'content-type': 'application/json', 'x-upsert': 'true' },
        body: JSON.stringify({ bucketId: 'pictures', sourceKey: `${name}.next`, destinationKey: name }),
      })
      if (status !== 200) throw new Error(`The copy got ${status}.`)
    },
    async move(content) {
      await upload(`${name}.next`, content)
      await remove()
      const { error } = await bucket.move(`${name}.next`, name)
      if (error) throw error
    },
  }
  return { url, remove, replace }
}

async function ask(url: string, headers: Record<string, string>, method = 'GET') {
  const response = await fetch(url, { headers, method, cache: 'no-store' })
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

/** The length of the part that a client has before its download is interrupted. */
const HAD = 100_000

/** What a resumed request may get once its object was replaced: the whole new file, or no bytes of either file. */
type Outcome = 'whole new file' | 'nothing'

type Versions = { etag: string; modified: string; newEtag: string }

/** Every kind of conditional request, with the outcome after a replacement. Unconditional ranges are tested separately. */
const RESUMED_REQUESTS: Record<string, { headers: (v: Versions) => Record<string, string>; outcome: Outcome }> = {
  'If-Range with the ETag': { headers: ({ etag }) => ({ 'if-range': etag }), outcome: 'whole new file' },
  'If-Range with a weak ETag': { headers: ({ etag }) => ({ 'if-range': `W/${etag}` }), outcome: 'whole new file' },
  'If-Range with the weak form of the new ETag': {
    headers: ({ newEtag }) => ({ 'if-range': `W/${newEtag}` }),
    outcome: 'whole new file',
  },
  'If-Range with the date': { headers: ({ modified }) => ({ 'if-range': modified }), outcome: 'whole new file' },
  'If-Range with text that is neither': { headers: () => ({ 'if-range': 'yes' }), outcome: 'whole new file' },
  'If-Match with the ETag': { headers: ({ etag }) => ({ 'if-match': etag }), outcome: 'nothing' },
  'If-Match with the weak form of the new ETag': {
    headers: ({ newEtag }) => ({ 'if-match': `W/${newEtag}` }),
    outcome: 'nothing',
  },
  'If-Match and If-Range with the ETag': {
    headers: ({ etag }) => ({ 'if-match': etag, 'if-range': etag }),
    outcome: 'nothing',
  },
  'If-Unmodified-Since with the date': {
    headers: ({ modified }) => ({ 'if-unmodified-since': modified }),
    outcome: 'whole new file',
  },
  'If-Unmodified-Since with a date before the upload': {
    headers: () => ({ 'if-unmodified-since': 'Thu, 05 Mar 2026 10:00:00 GMT' }),
    outcome: 'nothing',
  },
}

const RANGES = {
  first: 'bytes=0-9',
  middle: 'bytes=1000-1999',
  rest: `bytes=${HAD}-`,
  suffix: 'bytes=-500',
  multiple: 'bytes=0-9,9000-9499',
  invalid: 'pages=1-2',
  beyond: 'bytes=999999999-',
}

for (const way of ['upload', 'copy', 'move'] as const) {
  test(`a conditional request for a part of a file that was replaced by ${way} in the same second gets no part of the new file`, async (backend) => {
    const [old, next] = [randomBytes(300_000), randomBytes(300_000)]
    const { url, replace } = await storeObject(backend, old)
    const first = await ask(url, { range: `bytes=0-${HAD - 1}` })
    expect([first.status, first.body.equals(old.subarray(0, HAD))]).toEqual([206, true])
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toBe(etagOf(old))
    await replace[way](next)
    // The date of the new file stands for that of an older file of the same second: a client cannot tell them apart.
    const modified = (await ask(url, {}, 'HEAD')).headers.get('last-modified') ?? ''
    const versions = { etag, modified, newEtag: etagOf(next) }
    for (const [condition, { headers, outcome }] of Object.entries(RESUMED_REQUESTS)) {
      for (const range of Object.values(RANGES)) {
        const answer = await ask(url, { range, ...headers(versions) })
        const what = `${condition}, ${range}`
        expect([what, answer.status]).toEqual([what, outcome === 'nothing' ? 412 : 200])
        if (outcome === 'whole new file') expect([what, etagOf(answer.body)]).toEqual([what, versions.newEtag])
        else expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'PreconditionFailed' })
      }
      const head = await ask(url, { range: RANGES.rest, ...headers(versions) }, 'HEAD')
      expect([condition, head.status, head.body.length]).toEqual([condition, outcome === 'nothing' ? 412 : 200, 0])
    }
    expect((await ask(url, { 'if-none-match': etag, range: RANGES.rest })).status, 'a copy in a cache').toBe(206)
    expect((await ask(url, { 'if-none-match': etag })).status).toBe(200)
    expect((await ask(url, { 'if-none-match': versions.newEtag, range: RANGES.rest })).status).toBe(304)
  })
}

test('a conditional request for a part of a file that was not replaced gets this part, the whole file, or 416', async (backend) => {
  const bytes = randomBytes(300_000)
  const { url } = await storeObject(backend, bytes)
  const etag = etagOf(bytes)
  const modified = (await ask(url, {}, 'HEAD')).headers.get('last-modified') ?? ''
  const expected: [range: string, status: number, body: Buffer][] = [
    [RANGES.first, 206, bytes.subarray(0, 10)],
    [RANGES.middle, 206, bytes.subarray(1000, 2000)],
    [RANGES.rest, 206, bytes.subarray(HAD)],
    [RANGES.suffix, 206, bytes.subarray(-500)],
    [RANGES.invalid, 200, bytes],
  ]
  const holding: Record<string, string>[] = [{}, { 'if-range': etag }, { 'if-match': etag }, { 'if-match': '*' }]
  for (const condition of holding) {
    for (const [range, status, body] of expected) {
      const answer = await ask(url, { range, ...condition })
      const what = [range, JSON.stringify(condition)]
      expect([...what, answer.status, answer.body.equals(body)]).toEqual([...what, status, true])
      expect(answer.headers.get('etag')).toBe(etag)
    }
    const parts = await ask(url, { range: RANGES.multiple, ...condition })
    expect([parts.status, parts.headers.get('etag'), parts.body.includes(bytes.subarray(9000, 9500))]).toEqual([
      206,
      etag,
      true,
    ])
    expect(parts.body.length).toBeLessThan(1000)
    expect((await ask(url, { range: RANGES.beyond, ...condition })).status).toBe(416)
  }
  for (const condition of [{ 'if-range': modified }, { 'if-unmodified-since': modified }] as const) {
    const answer = await ask(url, { range: RANGES.rest, ...condition })
    expect([answer.status, answer.body.equals(bytes)]).toEqual([200, true])
  }
})

test('after its object was removed, a resumed download gets 404 instead of bytes', async (backend) => {
  const { url, remove } = await storeObject(backend, randomBytes(1000))
  const etag = (await ask(url, {}, 'HEAD')).headers.get('etag') ?? ''
  await remove()
  for (const headers of [{}, { 'if-range': etag }, { 'if-match': etag }, { 'if-none-match': etag }]) {
    const answer = await ask(url, { range: 'bytes=10-', ...headers })
    expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([
      400,
      expect.objectContaining({ code: 'NoSuchKey' }),
    ])
  }
})

/** Larger than the buffers of both sockets, so that the server still reads the file when it is replaced. */
const LARGE = 16_000_000

/** Starts a download and reads nothing of it yet. */
async function openSlowDownload(url: string, headers: Record<string, string> = {}) {
  const [response] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage]
  response.pause()
  return {
    status: response.statusCode,
    headers: response.headers,
    async readAll() {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    },
  }
}

test('a response that is being sent slowly ends with the bytes it began with, whatever happens to its object meanwhile', async (backend) => {
  for (const way of ['upload', 'copy', 'move', 'remove'] as const) {
    const [old, next] = [randomBytes(LARGE), randomBytes(LARGE)]
    const { url, replace, remove } = await storeObject(backend, old)
    const whole = await openSlowDownload(url)
    const part = await openSlowDownload(url, { range: 'bytes=1000-' })
    const parts = await openSlowDownload(url, { range: 'bytes=0-9,5000-' })
    await (way === 'remove' ? remove() : replace[way](next))
    expect([way, whole.status, whole.headers.etag, whole.headers['content-length']]).toEqual([
      way,
      200,
      etagOf(old),
      String(LARGE),
    ])
    expect([way, (await whole.readAll()).equals(old)]).toEqual([way, true])
    expect([way, part.status, part.headers.etag]).toEqual([way, 206, etagOf(old)])
    expect([way, (await part.readAll()).equals(old.subarray(1000))]).toEqual([way, true])
    expect([way, (await parts.readAll()).includes(old.subarray(5000))]).toEqual([way, true])
    if (way !== 'remove') expect(etagOf((await ask(url, {})).body)).toBe(etagOf(next))
  }
})

test('while a file is replaced again and again, every resumed download is one complete version, and none gets an error', async (backend) => {
  const versions = Array.from({ length: 4 }, () => randomBytes(200_000))
  const { url, replace } = await storeObject(backend, versions[0] ?? Buffer.alloc(0))
  let isReplacing = true
  const resume = async () => {
    const first = await ask(url, { range: `bytes=0-${HAD - 1}` })
    const etag = first.headers.get('etag') ?? ''
    const second = await ask(url, { range: `bytes=${HAD}-`, 'if-range': etag })
    const bytes = second.status === 206 ? Buffer.concat([first.body, second.body]) : second.body
    return [first.status, [200, 206].includes(second.status), etagOf(bytes), second.headers.get('etag')]
  }
  const read = async () => {
    let reads = 0
    for (; isReplacing; reads++) {
      const [status, isAnswered, assembled, etag] = await resume()
      expect([status, isAnswered, assembled]).toEqual([206, true, etag])
    }
    return reads
  }
  const readers = Array.from({ length: 4 }, read)
  for (let turn = 0; turn < 30; turn++) {
    await replace[turn % 2 === 0 ? 'upload' : 'copy'](versions[turn % 4] ?? Buffer.alloc(0))
  }
  isReplacing = false
  for (const reads of await Promise.all(readers)) expect(reads).toBeGreaterThan(0)
})

testOnBackend('a download that a killed server broke off is resumed after its restart', FIXTURE, async (backend) => {
  const bytes = randomBytes(LARGE)
  const { url } = await storeObject(backend, bytes)
  const { headers, readAll } = await openSlowDownload(url)
  const broken = readAll().catch((error: unknown) => error)
  await backend.kill()
  await broken
  await backend.start()
  const rest = await ask(url, { range: `bytes=${HAD}-`, 'if-range': headers.etag ?? '' })
  expect([rest.status, rest.body.equals(bytes.subarray(HAD))]).toEqual([206, true])
})
