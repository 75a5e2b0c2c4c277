import { nameChunk } from '@site/contract/shipping/names'
import { expect, test } from 'vitest'
import { chooseChunks } from './choose-chunks.ts'

const time = (second: number) => new Date(Date.UTC(2026, 10, 26, 12, 0, second))
const chunk = (start: number, end: number, second: number) => {
  const facts = { timeline: 1, start: BigInt(start), end: BigInt(end), at: time(second), sha256: 'a'.repeat(64) }
  return { name: nameChunk('g', facts), size: 1, writtenAt: time(0) }
}
const chosen = (entries: ReturnType<typeof chunk>[], second: number | null, from = 0) => {
  const { chunks, isCut } = chooseChunks(entries, BigInt(from), second === null ? null : time(second))
  return [chunks.map(({ start, end }) => `${start}-${end}`).join(' '), isCut]
}

test('chooseChunks returns the chunks up to the first one that contains every commit until the time', () => {
  const entries = [chunk(20, 30, 3), chunk(0, 10, 1), chunk(10, 20, 2), chunk(30, 40, 4)]
  expect(chosen(entries, 2)).toEqual(['0-10 10-20', false])
  expect(chosen(entries, 3)).toEqual(['0-10 10-20 20-30', false])
  expect(chosen(entries, 9)).toEqual(['0-10 10-20 20-30 30-40', false])
  expect(chosen(entries, null)).toEqual(['0-10 10-20 20-30 30-40', false])
  expect(chosen(entries, 9, 20)).toEqual(['20-30 30-40', false])
})

test('chooseChunks chooses the longer one of two chunks that begin at the same position', () => {
  expect(chosen([chunk(0, 15, 2), chunk(0, 10, 1), chunk(15, 20, 3)], 9)).toEqual(['0-15 15-20', false])
  expect(chosen([chunk(0, 10, 1), chunk(0, 15, 2), chunk(15, 20, 3)], 9)).toEqual(['0-15 15-20', false])
})

test('chooseChunks reports a missing chunk before the time, and ignores one after it', () => {
  const entries = [chunk(0, 10, 1), chunk(20, 30, 3)]
  expect(chosen(entries, 9)).toEqual(['0-10', true])
  expect(chosen(entries, 1)).toEqual(['0-10', false])
  expect(chosen([chunk(20, 30, 3)], 9)).toEqual(['', true])
  expect(chosen([], 9)).toEqual(['', false])
})
