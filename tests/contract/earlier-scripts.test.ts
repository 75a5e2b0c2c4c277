import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startBackend } from '../support/start-backend.ts'

const assets = join(import.meta.dirname, '../../website/dist/client/assets')

/** Requests a file without decoding the response. */
async function request(
  url: string,
  headers: Record<string, string>,
): Promise<{ response: IncomingMessage; body: Buffer }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers }, resolve).once('error', reject),
  )
  return { response, body: await buffer(response) }
}

test('a script comes as its difference from the one of an earlier release, and whole to every other client', async () => {
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const name = names.find((each) => each.startsWith('frame-')) ?? ''
  const current = await readFile(join(assets, name))
  const earlier = Buffer.from(current.toString().replace('allFunctionsCalledOnLoad', 'earlier'))
  const hash = createHash('sha256').update(earlier).digest('base64')
  await using backend = await startBackend()
  const folder = join(backend.dataDir, 'earlier-scripts')
  // The server that made the data template may have been stopped while it wrote a script: its temporary file is no script.
  const keptScripts = async () =>
    (await readdir(folder).catch((): string[] => [])).filter((file) => file.endsWith('.js'))
  await expect.poll(async () => (await keptScripts()).toSorted()).toEqual(names.toSorted())

  await backend.stop()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'frame-earlie.js'), earlier)
  await backend.start()
  const url = `${backend.url}/assets/${name}`
  const accepting = { 'accept-encoding': 'gzip, br, zstd, dcb, dcz' }
  const returning = { ...accepting, 'available-dictionary': `:${hash}:` }
  // The server reads the folder after its start.
  let delta = await request(url, returning)
  for (let tries = 0; delta.response.headers['content-encoding'] !== 'dcz' && tries < 100; tries++) {
    await pause(50)
    delta = await request(url, returning)
  }
  expect(delta.response.headers).toMatchObject({
    'content-encoding': 'dcz',
    'content-length': String(delta.body.length),
    vary: 'Accept-Encoding, Available-Dictionary',
    'use-as-dictionary': 'match="frame-*.js"',
    'cache-control': 'max-age=31536000, immutable',
  })
  expect(delta.body.length).toBeLessThan(1_000)
  expect(delta.body.subarray(8, 40).toString('base64')).toBe(hash)
  expect(zstdDecompressSync(delta.body.subarray(40), { dictionary: earlier })).toEqual(current)

  const unknown = createHash('sha256').update('unknown').digest('base64')
  for (const headers of [
    accepting,
    { 'accept-encoding': 'br', 'available-dictionary': `:${hash}:` },
    { ...accepting, 'available-dictionary': hash },
    { ...accepting, 'available-dictionary': `:${unknown}:` },
    { ...accepting, 'available-dictionary': ':not a hash:' },
  ]) {
    const { response, body } = await request(url, headers)
    expect(response.headers['content-encoding']).toBe('br')
    expect(response.headers.vary).toBe('Accept-Encoding, Available-Dictionary')
    expect(brotliDecompressSync(body)).toEqual(current)
  }
  // Neither another chunk nor a page is compressed against it, and the earlier script itself is not served.
  const other = names.find((each) => each.startsWith('home-')) ?? ''
  for (const path of [`/assets/${other}`, '/'])
    expect((await request(backend.url + path, returning)).response.headers['content-encoding']).toBe('br')
  expect((await request(backend.url, returning)).response.headers['use-as-dictionary']).toBeUndefined()
  expect((await request(`${backend.url}/assets/frame-earlie.js`, {})).response.statusCode).toBe(404)
})
