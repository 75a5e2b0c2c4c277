import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { readTextFile } from './read-text-file.ts'

const TEXT = 'Grüße, 東京, Привет 🌸\r\nada@example.com\n'
const little = (text: string) => Buffer.from(text, 'utf16le')
const big = (text: string) => little(text).swap16()

async function read(bytes: Uint8Array): Promise<string> {
  await using folder = await createTemporaryFolder('text-')
  const file = join(folder.path, 'list.txt')
  await writeFile(file, bytes)
  try {
    return readTextFile(file)
  } catch (error) {
    return String(error).replace(file, 'list.txt')
  }
}

test('readTextFile returns the same text from UTF-8 and UTF-16, in either byte order, with and without a byte order mark', async () => {
  for (const [name, bytes] of Object.entries({
    'UTF-8': Buffer.from(TEXT),
    'UTF-8 with a mark': Buffer.from(`\ufeff${TEXT}`),
    'UTF-16 LE': little(TEXT),
    'UTF-16 LE with a mark': little(`\ufeff${TEXT}`),
    'UTF-16 BE': big(TEXT),
    'UTF-16 BE with a mark': big(`\ufeff${TEXT}`),
  }))
    expect(await read(bytes), name).toBe(TEXT)
  expect(await read(Buffer.alloc(0))).toBe('')
})

test('readTextFile refuses any other encoding with a sentence that names the file and the encoding', async () => {
  const wide = Buffer.concat([...`\ufeffada`].map((letter) => Buffer.from([...big(letter), 0, 0]).swap16()))
  for (const [bytes, found] of [
    [Buffer.from('Grüße', 'latin1'), 'it looks like Windows-1252 or another encoding with one byte for each letter.'],
    [wide, 'its byte order mark is that of UTF-32.'],
    [Buffer.from([0x7f, 0x45, 0, 0, 0, 1]), 'it has zero bytes, as programs and UTF-32 have.'],
    [Buffer.from([0xff, 0xfe, 0x00, 0xd8]), 'its byte order mark is that of UTF-16.'],
  ] as const)
    expect(await read(bytes)).toBe(`Failure: list.txt is not a text in UTF-8 or UTF-16: ${found}`)
})

test('readTextFile names a file that does not exist', () => {
  expect(() => readTextFile('/nowhere/list.txt')).toThrow('/nowhere/list.txt: no such file or folder.')
})
