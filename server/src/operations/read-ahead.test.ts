import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mapWithReadAhead, mergeSmallChunks } from './read-ahead.ts'

async function* numbers(count: number) {
  for (let number = 0; number < count; number += 1) yield number
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

test('mapWithReadAhead yields all items in order, and never loads more concurrently than its limit', async () => {
  let running = 0
  let most = 0
  const load = async (number: number) => {
    running += 1
    most = Math.max(most, running)
    // gives items different durations, so that later items often finish earlier
    for (let turns = 5 - (number % 5); turns > 0; turns -= 1) await turn()
    running -= 1
    return number * 2
  }
  expect(await all(mapWithReadAhead(numbers(20), load, 4))).toEqual([...Array(20).keys()].map((at) => at * 2))
  expect(most).toBe(4)
})

test('mapWithReadAhead throws a failed load after the items before it, and later failures do not crash the process', async () => {
  const got: number[] = []
  const load = async (number: number) => {
    if (number >= 2) throw new Error(`no ${number}`)
    return number
  }
  const reading = async () => {
    for await (const number of mapWithReadAhead(numbers(8), load, 4)) got.push(number)
  }
  await expect(reading()).rejects.toThrow('no 2')
  expect(got).toEqual([0, 1])
})

test('inChunks joins small buffers into chunks and yields the remaining bytes at the end', async () => {
  async function* bytes() {
    for (const text of ['a', 'bc', 'def', 'g']) yield Buffer.from(text)
  }
  const pieces = await all(mergeSmallChunks(bytes(), 3))
  expect(pieces.map(String)).toEqual(['abc', 'def', 'g'])
})

test('inChunks yields no empty chunk, neither for empty input nor after a full chunk', async () => {
  async function* bytes(...texts: string[]) {
    for (const text of texts) yield Buffer.from(text)
  }
  expect(await all(mergeSmallChunks(bytes(), 3))).toEqual([])
  expect((await all(mergeSmallChunks(bytes('ab', 'c'), 3))).map(String)).toEqual(['abc'])
})
