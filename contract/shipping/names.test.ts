import { expect, test } from 'vitest'
import { parseLogPosition } from './log-position.ts'
import { nameBase, nameChunk, nameFile, nameGeneration, parseBaseName, parseChunkName, parseFileName } from './names.ts'

const at = new Date('2026-11-26T12:34:56.789Z')
const generation = nameGeneration(at, 'a1b2c3')
const sha256 = '0123456789abcdef'.repeat(4)

test('the names of generations, bases and chunks sort by time and position, and contain no colon', () => {
  expect(generation).toBe('20261126T123456.789Z-a1b2c3')
  expect(nameBase({ generation, timeline: 2, from: 0x1000000n, end: 0x10000a0n, at })).toBe(
    `generations/${generation}/base/000000020000000000000001-00000000010000A0-20261126T123456.789Z.tar.gz`,
  )
  expect(nameChunk(generation, { timeline: 1, start: 0xff00_00a0n, end: parseLogPosition('1/0'), at, sha256 })).toBe(
    `generations/${generation}/wal/0000000100000000000000FF-000000A0-01000000-20261126T123456.789Z-${sha256}.gz`,
  )
})

test('the names of bases, chunks and files parse to the values that they were formatted from', () => {
  const base = { generation, timeline: 3, from: 0x5_0100_0000n, end: 0xffff_ffff_ffff_ffffn, at }
  expect(parseBaseName(nameBase(base))).toEqual({ name: nameBase(base), ...base })
  const chunk = { timeline: 3, start: 0x5_0100_2000n, end: 0x5_0200_0000n, at, sha256 }
  expect(parseChunkName(nameChunk(generation, chunk))).toEqual({ name: nameChunk(generation, chunk), ...chunk })
  const name = nameFile('0a/7b6e-11_x', sha256)
  expect(parseFileName(name)).toEqual({ name, path: '0a/7b6e-11_x', sha256 })
})

test('the name parsers return null for names of another format and for paths that leave the folder', () => {
  const chunk = nameChunk(generation, { timeline: 1, start: 0n, end: 1n, at, sha256 })
  for (const name of ['', 'owner.json', chunk.replace('.gz', ''), `x/${chunk}`, `${chunk}.part`, `${chunk}\n`]) {
    expect([parseBaseName(name), parseChunkName(name), parseFileName(name)], name).toEqual([null, null, null])
  }
  for (const path of ['../../secret-key', '0a/..', '0a/b/c', 'zz/b', '0a/']) {
    expect(parseFileName(nameFile(path, sha256)), path).toBeNull()
  }
})
