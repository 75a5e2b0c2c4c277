import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  channelErrorDefinitions,
  formatChannelErrorReason,
  handshakeErrorDefinitions,
  socketCloseReasons,
} from './errors.ts'

const HERE = import.meta.dirname
const tests = [
  ...globSync('*.test.ts', { cwd: HERE })
    .filter((name) => name !== 'errors.test.ts')
    .map((name) => join(HERE, name)),
  ...globSync(join(HERE, '../../../tests/rules/realtime*.test.ts')),
]
const tried = tests.map((path) => readFileSync(path, 'utf8')).join('\n')

/** The error texts that clients receive: the message of a rejected handshake, and the code or message of a channel error. */
const seen = [
  ...Object.values(handshakeErrorDefinitions).map(({ message }) => [message]),
  ...Object.values(channelErrorDefinitions).map(({ code, message }) => [code, message]),
  ...Object.values(socketCloseReasons).map(({ reason }) => [reason]),
]

test.each(seen)('the Realtime error "%s" is mentioned in at least one test', (...texts) => {
  expect(texts.some((text) => text !== '' && tried.includes(text))).toBe(true)
})

test('every Realtime error reason is one line of plain text, and every close reason fits into a WebSocket close frame', () => {
  for (const problem of Object.values(channelErrorDefinitions))
    expect(formatChannelErrorReason(problem)).toMatch(/^[\w ]+(: [\w ,.']+)?$/)
  // RFC 6455: the reason in a closing frame has at most 123 bytes.
  for (const { reason } of Object.values(socketCloseReasons)) expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123)
})
