import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { channelProblems, closings, handshakeProblems, reasonOf } from './errors.ts'

const HERE = import.meta.dirname
const tests = [
  ...globSync('*.test.ts', { cwd: HERE })
    .filter((name) => name !== 'errors.test.ts')
    .map((name) => join(HERE, name)),
  ...globSync(join(HERE, '../../../tests/contract/realtime*.test.ts')),
]
const tried = tests.map((path) => readFileSync(path, 'utf8')).join('\n')

/** What a client sees of each: the whole text of a refusal, of a problem its code or its sentence. */
const seen = [
  ...Object.values(handshakeProblems).map(({ message }) => [message]),
  ...Object.values(channelProblems).map(({ code, message }) => [code, message]),
  ...Object.values(closings).map(({ reason }) => [reason]),
]

test.each(seen)('"%s" is tried in a test', (...texts) => {
  expect(texts.some((text) => text !== '' && tried.includes(text))).toBe(true)
})

test('no reason says more than it should: one line of plain words', () => {
  for (const problem of Object.values(channelProblems)) expect(reasonOf(problem)).toMatch(/^[\w ]+(: [\w ,.']+)?$/)
  // RFC 6455: a closing frame has room for 123 bytes of reason.
  for (const { reason } of Object.values(closings)) expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123)
})
