import { expect, test } from 'vitest'
import { inPieces } from './in-pieces.ts'

async function piecesOf(lines: string[]): Promise<string[]> {
  async function* each() {
    yield* lines
  }
  const pieces: string[] = []
  for await (const piece of inPieces(each())) pieces.push(piece)
  return pieces
}

test('many lines become few pieces, and the text stays what it was', async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at}, Zoë 🎞️\n`)
  const pieces = await piecesOf(lines)
  expect(pieces.join('')).toBe(lines.join(''))
  expect(pieces.slice(0, -1).every((piece) => piece.length >= 65_536 && piece.length < 66_000)).toBe(true)
  expect(pieces.length).toBeGreaterThan(2)
})

test('a line as long as a piece is handed on at once', async () => {
  const line = 'x'.repeat(65_536)
  expect(await piecesOf([line, line])).toEqual([line, line])
})

test('of nothing come no pieces', async () => {
  expect(await piecesOf([])).toEqual([])
})
