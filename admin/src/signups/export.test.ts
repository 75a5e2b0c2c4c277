import { expect, test } from 'vitest'
import { joinLinesIntoChunks } from './export.ts'

async function chunksOf(lines: string[]): Promise<string[]> {
  async function* each() {
    yield* lines
  }
  const chunks: string[] = []
  for await (const chunk of joinLinesIntoChunks(each())) chunks.push(chunk)
  return chunks
}

test('joinLinesIntoChunks joins many lines into few chunks of text without changing the content', async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at}, Zoë 🎞️\n`)
  const chunks = await chunksOf(lines)
  expect(chunks.join('')).toBe(lines.join(''))
  expect(chunks.slice(0, -1).every((chunk) => chunk.length >= 65_536 && chunk.length < 66_000)).toBe(true)
  expect(chunks.length).toBeGreaterThan(2)
})

test('joinLinesIntoChunks yields a line of the chunk size as a chunk of its own', async () => {
  const line = 'x'.repeat(65_536)
  expect(await chunksOf([line, line])).toEqual([line, line])
})

test('joinLinesIntoChunks yields no chunk for empty input', async () => {
  expect(await chunksOf([])).toEqual([])
})
