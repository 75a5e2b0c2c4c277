import { nameBase, namePiece } from '@site/contract/shipping/names'
import { expect, test } from 'vitest'
import { chooseBase, findFirstTime } from './choose-base.ts'
import { choosePieces } from './choose-pieces.ts'

const time = (second: number) => new Date(Date.UTC(2026, 10, 26, 12, 0, second))
const entry = (name: string) => ({ name, size: 1, writtenAt: time(0) })
const piece = (start: number, end: number, second: number) => {
  const facts = { start: BigInt(start), end: BigInt(end), at: time(second), sha256: 'a'.repeat(64) }
  return entry(namePiece('g', facts))
}
const base = (generation: string, second: number) => {
  return entry(nameBase({ generation, from: 0n, redo: 40n, end: 50n, at: time(second) }))
}
const chosen = (entries: ReturnType<typeof piece>[], second: number, from = 0) => {
  const { pieces, isCut } = choosePieces(entries, BigInt(from), time(second))
  return [pieces.map(({ start, end }) => `${start}-${end}`).join(' '), isCut]
}

test('choosePieces returns the pieces up to the first one that contains every commit until the time', () => {
  const entries = [piece(20, 30, 3), piece(0, 10, 1), piece(10, 20, 2), piece(30, 40, 4)]
  expect(chosen(entries, 2)).toEqual(['0-10 10-20', false])
  expect(chosen(entries, 3)).toEqual(['0-10 10-20 20-30', false])
  expect(chosen(entries, 9)).toEqual(['0-10 10-20 20-30 30-40', false])
  expect(chosen(entries, 9, 25)).toEqual(['20-30 30-40', false])
})

test('choosePieces chooses the overlapping piece that ends last', () => {
  expect(chosen([piece(0, 10, 1), piece(0, 15, 2), piece(15, 20, 3)], 9)).toEqual(['0-15 15-20', false])
  expect(chosen([piece(0, 10, 1), piece(5, 25, 2), piece(10, 12, 2), piece(25, 30, 3)], 9)).toEqual([
    '5-25 25-30'.replace('5-25', '0-10 5-25'),
    false,
  ])
})

test('choosePieces reports a missing piece before the time, and ignores one after it', () => {
  const entries = [piece(0, 10, 1), piece(20, 30, 3)]
  expect(chosen(entries, 9)).toEqual(['0-10', true])
  expect(chosen(entries, 1)).toEqual(['0-10', false])
  expect(chosen([piece(20, 30, 3)], 9)).toEqual(['', true])
  expect(chosen([], 9)).toEqual(['', false])
})

test('chooseBase returns the newest base at or before the time, of any generation', () => {
  const entries = [base('g', 10), base('h', 30), base('g', 20), entry('owner.json')]
  expect(chooseBase(entries, time(9))).toBeNull()
  expect(chooseBase(entries, time(10))?.at).toEqual(time(10))
  expect(chooseBase(entries, time(29))?.generation).toBe('g')
  expect(chooseBase(entries, time(99))?.generation).toBe('h')
  expect(findFirstTime(entries)).toEqual(time(10))
  expect(findFirstTime([])).toBeNull()
})
