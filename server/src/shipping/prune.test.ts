import { SEGMENT_BYTES } from '@site/contract/shipping/log-position'
import { nameBase, nameChunk } from '@site/contract/shipping/names'
import { expect, test } from 'vitest'
import { listUnneeded } from './prune.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const entry = (name: string, writtenAt = day(1)) => ({ name, size: 1, writtenAt })
const base = (generation: string, from: number, number: number) =>
  entry(
    nameBase({
      generation,
      timeline: 1,
      from: BigInt(from) * SEGMENT_BYTES,
      end: BigInt(from) * SEGMENT_BYTES + 1n,
      at: day(number),
    }),
  )
const chunk = (generation: string, segment: number) => {
  const start = BigInt(segment) * SEGMENT_BYTES
  return entry(
    nameChunk(generation, { timeline: 1, start, end: start + SEGMENT_BYTES, at: day(1), sha256: 'a'.repeat(64) }),
  )
}
const unneeded = (entries: ReturnType<typeof entry>[], oldest: Date, deleted: ReturnType<typeof entry>[] = []) =>
  listUnneeded(entries, deleted, oldest)

test('listUnneeded returns the bases before the newest one that is old enough, and the log before it', () => {
  const [first, second, third] = [base('g1', 0, 1), base('g1', 1, 5), base('g1', 2, 9)]
  const log = [chunk('g1', 0), chunk('g1', 1), chunk('g1', 2)]
  const all = [first, second, third, ...log]
  expect(unneeded(all, day(4))).toEqual([])
  expect(unneeded(all, day(5))).toEqual([first?.name, log[0]?.name])
  expect(unneeded(all, day(8))).toEqual([first?.name, log[0]?.name])
  expect(unneeded(all, day(30))).toEqual([first?.name, second?.name, log[0]?.name, log[1]?.name])
})

test('listUnneeded returns all of an older generation, and nothing of a newer one whose first base is still being shipped', () => {
  const all = [base('g1', 0, 1), chunk('g1', 0), base('g2', 0, 5), chunk('g2', 0), chunk('g3', 0)]
  expect(unneeded(all, day(6))).toEqual([all[0]?.name, all[1]?.name])
})

test('listUnneeded returns a deleted file and its mark when the file was deleted before the first base that is kept', () => {
  const all = [base('g1', 0, 5)]
  const deleted = [entry(`deleted/0a/x-${'b'.repeat(64)}`, day(4)), entry(`deleted/0a/y-${'b'.repeat(64)}`, day(6))]
  expect(unneeded(all, day(7), deleted)).toEqual([`files/0a/x-${'b'.repeat(64)}`, `deleted/0a/x-${'b'.repeat(64)}`])
})
