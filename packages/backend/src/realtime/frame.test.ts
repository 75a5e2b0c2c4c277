import { expect, test } from 'vitest'
import { createFrameTemplate, decodeFrame, encodeFrame, parseBroadcastHeader } from './frame.ts'
import { SERIALIZER_VERSIONS } from './protocol.ts'

const message = { join_ref: '1', ref: '2', topic: 'realtime:seats', event: 'phx_join', payload: { config: {} } }

test.each(SERIALIZER_VERSIONS)(
  'a Realtime message is unchanged after encoding and decoding in protocol version %s',
  (version) => {
    expect(decodeFrame(Buffer.from(encodeFrame(message, version)), version)).toEqual(message)
  },
)

test('encodeFrame() writes a Realtime message as an array of five in protocol version 2 and as an object in version 1', () => {
  expect(JSON.parse(encodeFrame(message, '2.0.0'))).toEqual(['1', '2', 'realtime:seats', 'phx_join', { config: {} }])
  expect(JSON.parse(encodeFrame(message, '1.0.0'))).toEqual(message)
})

test('decodeFrame() accepts missing or null refs, and decodes a missing payload as an empty object', () => {
  expect(decodeFrame(Buffer.from('{"topic":"phoenix","event":"heartbeat","ref":"7"}'), '1.0.0')).toEqual({
    ...{ join_ref: null, ref: '7', topic: 'phoenix', event: 'heartbeat', payload: {} },
  })
  expect(decodeFrame(Buffer.from('[null,null,"phoenix","heartbeat",null]'), '2.0.0')?.ref).toBeNull()
})

const junk = [
  ...[
    '',
    ' ',
    'null',
    'true',
    '42',
    '"text"',
    '[]',
    '{}',
    '[1,2,3,4,5]',
    '{"topic":1,"event":2}',
    '{',
    '\u0000',
    'NaN',
  ],
  ...[
    '[null,null,"t","e",{},1]',
    '[null,null,"t","e"]',
    '[null,null,"","e",{}]',
    '[null,null,"t","e",[]]',
    '[null,null,"t","e","x"]',
  ],
  ...[
    '[[],null,"t","e",{}]',
    '[null,{},"t","e",{}]',
    `[null,null,"${'t'.repeat(256)}","e",{}]`,
    `[null,null,"t","${'e'.repeat(65)}",{}]`,
  ],
  ...[
    '{"topic":"t","event":"e","ref":[]}',
    '{"topic":"t","event":"e","payload":3}',
    `{"topic":"t","event":"e","ref":"${'9'.repeat(65)}"}`,
  ],
  '['.repeat(8_000),
]

test.each(SERIALIZER_VERSIONS)(
  'decodeFrame() returns null for a malformed frame in protocol version %s, without throwing',
  (version) => {
    for (const text of junk) expect(decodeFrame(Buffer.from(text), version), text.slice(0, 40)).toBeNull()
  },
)

test.each(SERIALIZER_VERSIONS)(
  'decodeFrame() applies the limits of JSON bodies to frames in protocol version %s: depth, UTF-8, member names',
  (version) => {
    const frame = (payload: string) =>
      version === '2.0.0' ? `["1","1","t","e",${payload}]` : `{"topic":"t","event":"e","payload":${payload}}`
    const nested = (depth: number) => frame(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)
    expect(decodeFrame(Buffer.from(nested(20)), version)).not.toBeNull()
    expect(decodeFrame(Buffer.from(nested(40)), version)).toBeNull()
    expect(decodeFrame(Buffer.from(nested(7_000)), version)).toBeNull()
    expect(decodeFrame(Buffer.from(frame('{"__proto__":{"a":1}}')), version)).toBeNull()
    expect(decodeFrame(Buffer.from(frame('{"a":"\xff"}'), 'latin1'), version)).toBeNull()
  },
)

test('decodeFrame() returns null for random bytes, without throwing', () => {
  for (let round = 0; round < 2_000; round++) {
    const text = Buffer.from(Array.from({ length: round % 64 }, () => Math.floor(Math.random() * 256))).toString()
    for (const version of SERIALIZER_VERSIONS) expect(decodeFrame(Buffer.from(text), version)).toBeNull()
  }
})

test.each(SERIALIZER_VERSIONS)(
  'head and tail of a Realtime frame template, with data in between, form a valid frame in protocol version %s',
  (version) => {
    const { head, tail } = createFrameTemplate(version, 'realtime:"odd"', [3, 4])
    expect(decodeFrame(Buffer.from(`${head}{"type":"UPDATE"}${tail}`), version)).toEqual({
      ...{ join_ref: null, ref: null, topic: 'realtime:"odd"', event: 'postgres_changes' },
      payload: { ids: [3, 4], data: { type: 'UPDATE' } },
    })
  },
)

function broadcastPush(joinRef: string, ref: string, topic: string): Buffer {
  const lengths = [3, joinRef.length, ref.length, topic.length, 1, 0, 1]
  return Buffer.concat([Buffer.from(lengths), Buffer.from(`${joinRef}${ref}${topic}e{}`)])
}

test('parseBroadcastHeader() returns join_ref, ref and topic of a binary broadcast frame', () => {
  expect(parseBroadcastHeader(broadcastPush('1', '22', 'realtime:a'))).toEqual({
    join_ref: '1',
    ref: '22',
    topic: 'realtime:a',
  })
  expect(parseBroadcastHeader(broadcastPush('', '', 'realtime:a'))).toEqual({
    join_ref: null,
    ref: null,
    topic: 'realtime:a',
  })
})

test('parseBroadcastHeader() accepts a header that ends with the frame, and returns null for one that exceeds the frame', () => {
  const header = broadcastPush('1', '22', 'realtime:a').subarray(0, -3)
  expect(parseBroadcastHeader(header)?.topic).toBe('realtime:a')
  expect(parseBroadcastHeader(header.subarray(0, -1))).toBeNull()
})

test('parseBroadcastHeader() returns null for a binary frame with the layout of a broadcast but a different kind byte', () => {
  const other = broadcastPush('1', '22', 'realtime:a')
  other[0] = 4
  expect(parseBroadcastHeader(other)).toBeNull()
})

test('parseBroadcastHeader() returns null for an invalid binary frame, whatever its length bytes are', () => {
  for (const bytes of [[], [3], [4, 1, 1, 1, 1, 1, 1, 65], [3, 255, 255, 255, 0, 0, 0, 65], [3, 0, 0, 0, 0, 0, 0]]) {
    expect(parseBroadcastHeader(Buffer.from(bytes))).toBeNull()
  }
})
