import { expect, test } from 'vitest'
import { MINISIGN_VECTORS } from '../test/minisign-vectors.ts'
import {
  formatMinisignPublicKey,
  formatMinisignSignature,
  parseMinisignPublicKey,
  parseMinisignSignature,
} from './minisign.ts'

const { keyId, publicKey, prehashed } = MINISIGN_VECTORS

test('parseMinisignPublicKey reads a key line and a key file, and formatMinisignPublicKey writes the same file', () => {
  const parsed = parseMinisignPublicKey(publicKey)
  if (parsed === null) throw new Error('The key of the vectors is not valid.')
  expect(parsed.id).toBe(keyId)
  expect(parsed.key).toHaveLength(32)
  const file = formatMinisignPublicKey(parsed)
  expect(file).toBe(`untrusted comment: minisign public key ${keyId}\n${publicKey}\n`)
  expect(parseMinisignPublicKey(file)).toEqual(parsed)
  expect(parseMinisignPublicKey(file.replaceAll('\n', '\r\n')), 'with line breaks of Windows').toEqual(parsed)
})

test('parseMinisignPublicKey returns null for a text that is not exactly one key', () => {
  const bytes = Buffer.from(publicKey, 'base64')
  const rewritten = (change: (copy: Buffer) => unknown) => {
    const copy = Buffer.from(bytes)
    change(copy)
    return copy.toString('base64')
  }
  for (const text of [
    '',
    'RW',
    'not a key',
    publicKey.slice(0, -1),
    publicKey.slice(0, -4),
    `${publicKey}AAAA`,
    `${publicKey} `,
    ` ${publicKey}`,
    `${publicKey}\n${publicKey}`,
    `a comment\n${publicKey}`,
    `untrusted comment: one\n${publicKey}\nmore`,
    publicKey.replaceAll('+', '-'),
    rewritten((copy) => copy.write('ED', 0, 'latin1')),
    rewritten((copy) => copy.write('RW', 0, 'latin1')),
  ]) {
    expect(parseMinisignPublicKey(text), JSON.stringify(text)).toBeNull()
  }
})

test('parseMinisignSignature reads a signature, and formatMinisignSignature writes the same file', () => {
  const parsed = parseMinisignSignature(prehashed)
  if (parsed === null) throw new Error('The signature of the vectors is not valid.')
  expect(parsed.keyId).toBe(keyId)
  expect(parsed.trustedComment).toMatch(/^timestamp:1764104400\tfile:m\.txt/)
  expect(formatMinisignSignature(parsed, 'signature from a test key')).toBe(`${prehashed}\n`)
})

test('parseMinisignSignature returns null for a text that is not four lines of a signature in canonical base64', () => {
  const [first = '', second = '', third = '', fourth = ''] = prehashed.split('\n')
  const withLines = (...lines: string[]) => lines.join('\n')
  // The last character before the padding has unused bits; libsodium rejects a signature in which they are set.
  const setUnusedBits = (line: string, padding: string) => {
    const at = line.length - padding.length - 1
    return `${line.slice(0, at)}${String.fromCharCode(line.charCodeAt(at) + 1)}${padding}`
  }
  for (const text of [
    '',
    withLines(first, second),
    withLines(first, second, third),
    withLines(first, second, third, fourth, 'more'),
    withLines(first, second, third, fourth, '', ''),
    withLines('comment: x', second, third, fourth),
    withLines(first, second, first, fourth),
    withLines(first, fourth, third, second),
    withLines(first, second.slice(0, -1), third, fourth),
    withLines(first, `X${second.slice(1)}`, third, fourth),
    withLines(first, second, third, fourth.slice(4)),
    withLines(first, setUnusedBits(second, '='), third, fourth),
    withLines(first, second, third, setUnusedBits(fourth, '==')),
  ]) {
    expect(parseMinisignSignature(text), text).toBeNull()
  }
})
