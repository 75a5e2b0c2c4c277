import { expect, test } from 'vitest'
import { joinLinesIntoChunks } from './join-lines-into-chunks.ts'

async function piecesOf(lines: string[]): Promise<string[]> {
  async function* each() {
    yield* lines
  }
  const pieces: string[] = []
  for await (const piece of joinLinesIntoChunks(each())) pieces.push(piece)
  return pieces
}

test('joinLinesIntoChunks joins many lines into few chunks of text without changing the content', async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at}, Zoë 🎞️\n`)
  const pieces = await piecesOf(lines)
  expect(pieces.join('')).toBe(lines.join(''))
  expect(pieces.slice(0, -1).every((piece) => piece.length >= 65_536 && piece.length < 66_000)).toBe(true)
  expect(pieces.length).toBeGreaterThan(2)
})

test('joinLinesIntoChunks yields a line of the chunk size as a chunk of its own', async () => {
  const line = 'x'.repeat(65_536)
  expect(await piecesOf([line, line])).toEqual([line, line])
})

test('joinLinesIntoChunks yields no chunk for empty input', async () => {
  expect(await piecesOf([])).toEqual([])
})
