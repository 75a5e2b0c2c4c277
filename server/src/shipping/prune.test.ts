import { nameBase, namePiece } from '@site/contract/shipping/names'
import { expect, test } from 'vitest'
import { listUnneeded } from './prune.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const entry = (name: string, writtenAt = day(1)) => ({ name, size: 1, writtenAt })
const base = (generation: string, from: number, number: number) =>
  entry(nameBase({ generation, from: BigInt(from), redo: BigInt(from), end: BigInt(from + 1), at: day(number) }))
const piece = (generation: string, start: number, end: number) =>
  entry(namePiece(generation, { start: BigInt(start), end: BigInt(end), at: day(1), sha256: 'a'.repeat(64) }))
const unneeded = (entries: ReturnType<typeof entry>[], oldest: Date, deleted: ReturnType<typeof entry>[] = []) =>
  listUnneeded(entries, deleted, oldest)

test('listUnneeded returns the bases before the newest one that is old enough, and the log before it', () => {
  const [first, second, third] = [base('g1', 0, 1), base('g1', 20, 5), base('g1', 40, 9)]
  const log = [piece('g1', 0, 20), piece('g1', 20, 30), piece('g1', 30, 50)]
  const all = [first, second, third, ...log]
  expect(unneeded(all, day(4))).toEqual([])
  expect(unneeded(all, day(5))).toEqual([first?.name, log[0]?.name])
  expect(unneeded(all, day(8))).toEqual([first?.name, log[0]?.name])
  expect(unneeded(all, day(30))).toEqual([first?.name, second?.name, log[0]?.name, log[1]?.name])
})

test('listUnneeded returns all of an older generation, and nothing of a newer one whose first base is still being shipped', () => {
  const all = [base('g1', 0, 1), piece('g1', 0, 9), base('g2', 0, 5), piece('g2', 0, 9), piece('g3', 0, 9)]
  expect(unneeded(all, day(6))).toEqual([all[0]?.name, all[1]?.name])
})

test('listUnneeded returns a deleted file and its mark when the file was deleted before the first base that is kept', () => {
  const all = [base('g1', 0, 5)]
  const deleted = [entry(`deleted/0a/x-${'b'.repeat(64)}`, day(4)), entry(`deleted/0a/y-${'b'.repeat(64)}`, day(6))]
  expect(unneeded(all, day(7), deleted)).toEqual([`files/0a/x-${'b'.repeat(64)}`, `deleted/0a/x-${'b'.repeat(64)}`])
})
