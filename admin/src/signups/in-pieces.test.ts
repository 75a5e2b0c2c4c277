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
  expect(pieces.length).toBeLessThan(10)
})

test('of nothing come no pieces', async () => {
  expect(await piecesOf([])).toEqual([])
})
