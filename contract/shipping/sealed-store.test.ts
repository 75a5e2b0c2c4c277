import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startFakeBucket } from '../../tests/support/fake-bucket.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { openFolderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'
import { openStore, parseStoreAddress } from './open-store.ts'
import { sealStore } from './sealed-store.ts'

const KEY = 'k'.repeat(32)
const REFUSAL = 'is damaged or was not written with this SHIP_KEY'

const readers: [string, (store: ObjectStore, name: string) => Promise<Buffer | null>][] = [
  ['written', (store, name) => store.read(name)],
  ['streamed', async (store, name) => buffer(await store.open(name))],
]

async function seal(text: string) {
  const folder = await createTemporaryFolder('sealed-')
  const source = join(folder.path, 'source')
  await writeFile(source, text)
  const plain = openFolderStore(folder.path)
  const store = sealStore(plain, KEY)
  await store.write('written', Buffer.from(text))
  await store.writeFile('streamed', source)
  return { folder, plain, store, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

test('a sealed store returns what was written to it, and small files are not readable without the key', async () => {
  for (const text of ['', 'a', 'the operators’ key '.repeat(10_000)]) {
    await using sealed = await seal(text)
    for (const [name, read] of readers) expect(String(await read(sealed.store, name)), name).toBe(text)
    expect(await sealed.store.read('missing')).toBeNull()
    if (text.length > 1) expect(String(await sealed.plain.read('written'))).not.toContain('operators')
  }
})

test.each(readers)(
  'a sealed store rejects a %s file that was changed, cut, renamed or sealed with another key',
  async (name, read) => {
    await using sealed = await seal('content')
    const path = join(sealed.folder.path, name)
    const whole = await readFile(path)
    const other = sealStore(sealed.plain, 'another key '.repeat(3))
    await expect(read(other, name)).rejects.toThrow(REFUSAL)
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(path, changed)
      await expect(read(sealed.store, name), `byte ${at}`).rejects.toThrow(REFUSAL)
    }
    for (const part of [whole.subarray(1), whole.subarray(0, -1), Buffer.from('content'), Buffer.alloc(0)]) {
      await writeFile(path, part)
      await expect(read(sealed.store, name), `${part.length} bytes`).rejects.toThrow(REFUSAL)
    }
    await writeFile(path, whole)
    expect(String(await read(sealed.store, name))).toBe('content')
    await rename(path, `${path}-2`)
    await expect(read(sealed.store, `${name}-2`)).rejects.toThrow(REFUSAL)
  },
)

test('a sealed bucket returns a file of several parts', async () => {
  await using bucket = await startFakeBucket()
  await using folder = await createTemporaryFolder('sealed-')
  const large = Buffer.alloc(9 * 1024 * 1024, 'installer ')
  await writeFile(join(folder.path, 'large'), large)
  const store = sealStore(await openStore(parseStoreAddress('SHIP_TO', bucket.env.SHIP_TO, bucket.env)), KEY)
  await store.writeFile('large', join(folder.path, 'large'))
  expect((await buffer(await store.open('large'))).equals(large)).toBe(true)
})
