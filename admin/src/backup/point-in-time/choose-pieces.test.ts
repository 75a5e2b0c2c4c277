import { namePiece } from '@site/contract/shipping/names'
import { expect, test } from 'vitest'
import { choosePieces } from './choose-pieces.ts'

const time = (second: number) => new Date(Date.UTC(2026, 10, 26, 12, 0, second))
const piece = (start: number, end: number, second: number) => {
  const facts = { timeline: 1, start: BigInt(start), end: BigInt(end), at: time(second), sha256: 'a'.repeat(64) }
  return { name: namePiece('g', facts), size: 1, writtenAt: time(0) }
}
const chosen = (entries: ReturnType<typeof piece>[], second: number | null, from = 0) => {
  const { pieces, isCut } = choosePieces(entries, BigInt(from), second === null ? null : time(second))
  return [pieces.map(({ start, end }) => `${start}-${end}`).join(' '), isCut]
}

test('choosePieces returns the pieces up to the first one that contains every commit until the time', () => {
  const entries = [piece(20, 30, 3), piece(0, 10, 1), piece(10, 20, 2), piece(30, 40, 4)]
  expect(chosen(entries, 2)).toEqual(['0-10 10-20', false])
  expect(chosen(entries, 3)).toEqual(['0-10 10-20 20-30', false])
  expect(chosen(entries, 9)).toEqual(['0-10 10-20 20-30 30-40', false])
  expect(chosen(entries, null)).toEqual(['0-10 10-20 20-30 30-40', false])
  expect(chosen(entries, 9, 20)).toEqual(['20-30 30-40', false])
})

test('choosePieces chooses the longer one of two pieces that begin at the same position', () => {
  expect(chosen([piece(0, 15, 2), piece(0, 10, 1), piece(15, 20, 3)], 9)).toEqual(['0-15 15-20', false])
  expect(chosen([piece(0, 10, 1), piece(0, 15, 2), piece(15, 20, 3)], 9)).toEqual(['0-15 15-20', false])
})

test('choosePieces reports a missing piece before the time, and ignores one after it', () => {
  const entries = [piece(0, 10, 1), piece(20, 30, 3)]
  expect(chosen(entries, 9)).toEqual(['0-10', true])
  expect(chosen(entries, 1)).toEqual(['0-10', false])
  expect(chosen([piece(20, 30, 3)], 9)).toEqual(['', true])
  expect(chosen([], 9)).toEqual(['', false])
})
