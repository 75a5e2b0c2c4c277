import { readFileSync } from 'node:fs'
import { CommandFailure, createFileFailure } from './failures.ts'

/** The byte order marks. That of UTF-32 comes before that of UTF-16, which is its beginning. */
const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], label: 'utf-8', name: 'UTF-8' },
  { bytes: [0xff, 0xfe, 0, 0], label: null, name: 'UTF-32' },
  { bytes: [0, 0, 0xfe, 0xff], label: null, name: 'UTF-32' },
  { bytes: [0xff, 0xfe], label: 'utf-16le', name: 'UTF-16' },
  { bytes: [0xfe, 0xff], label: 'utf-16be', name: 'UTF-16' },
] as const

/**
 * Reads a text file that an operator names or may have edited: UTF-8, or UTF-16 in either byte order, with or without a byte order mark,
 * which is removed. Editors and shells of Windows write all of these. Throws a `bad_file` CommandFailure when the file cannot be read, and
 * for any other encoding, which the message names.
 */
export function readTextFile(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (cause) {
    throw createFileFailure(file, cause)
  }
  const mark = MARKS.find(({ bytes: begin }) => begin.every((byte, index) => bytes[index] === byte))
  const label = mark === undefined ? findUnmarkedLabel(bytes) : mark.label
  const text = label === null ? null : decode(label, bytes)
  if (text !== null) return text
  const found = mark === undefined ? guessEncoding(bytes) : `its byte order mark is that of ${mark.name}`
  throw new CommandFailure('bad_file', `${file} is not a text in UTF-8 or UTF-16: ${found}.`, {
    hint: 'Save it as UTF-8.',
  })
}

/** UTF-16 without a byte order mark has zero bytes in one half of each unit, such as those of line ends; UTF-8 has none. */
function findUnmarkedLabel(bytes: Uint8Array): string {
  const hasZero = (rest: number) => bytes.some((byte, index) => byte === 0 && index % 2 === rest)
  if (hasZero(0) === hasZero(1)) return 'utf-8'
  return hasZero(1) ? 'utf-16le' : 'utf-16be'
}

function decode(label: string, bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

function guessEncoding(bytes: Uint8Array): string {
  return bytes.includes(0)
    ? 'it has zero bytes, as programs and UTF-32 have'
    : 'it looks like Windows-1252 or another encoding with one byte for each letter'
}
