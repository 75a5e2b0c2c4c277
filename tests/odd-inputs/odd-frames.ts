import * as fc from 'fast-check'
import { hostileTextArbitrary } from './odd-values.ts'
import { encodeFragmentedMessage, encodeWebSocketFrame, WEBSOCKET_OPCODES } from './wire-frames.ts'

/** The behaviour of a fuzzing client on one WebSocket. */
export type FuzzedSocket = {
  version: '1.0.0' | '2.0.0'
  isOperator: boolean
  frames: readonly FuzzedFrame[]
  ending: 'reset' | 'end' | 'close'
}

/**
 * An encoded WebSocket frame. `isUnfinished`: the frame is incomplete, so the server interprets the bytes that follow as the rest of
 * the frame.
 */
export type FuzzedFrame = { bytes: Buffer; isUnfinished?: boolean }

const SETTINGS = { event: '*', schema: 'public', table: 'app_settings', filter: 'key=eq.early_access_spots' }

/** All events of the Realtime protocol in both directions, and some unknown ones. */
const events = [
  ...['phx_join', 'phx_join', 'phx_leave', 'phx_reply', 'phx_close', 'phx_error', 'heartbeat', 'access_token'],
  ...['broadcast', 'presence', 'postgres_changes', 'system', '__proto__', 'constructor', 'x', 'e'.repeat(64)],
]

const topics = [
  ...['realtime:test', 'realtime:test', 'realtime:other', 'phoenix', 'realtime:', 'realtime:__proto__', '__proto__'],
  ...['toString', 'realtime:*', 'realtime:realtime:test', `realtime:${'t'.repeat(246)}`, 'x'],
]

const nested = fc
  .constantFrom<[string, string, number]>(
    ...[1, 5, 25, 31, 32, 33, 40, 500, 7_000].map((depth): [string, string, number] => ['[', ']', depth]),
    ...[1, 20, 31, 32, 33, 2_000].map((depth): [string, string, number] => ['{"a":', '}', depth]),
  )
  .map(([open, close, depth]) => open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth))

/** JSON texts that are valid in a Realtime message. */
const plainJson = fc.oneof(
  { arbitrary: hostileTextArbitrary.map((text) => JSON.stringify(text.toWellFormed().slice(0, 2_000))), weight: 4 },
  { arbitrary: fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)), weight: 3 },
  {
    arbitrary: fc.constantFrom('null', 'true', '0', '-0', '1e308', '[]', '{}', '{"a":1,"a":2}', '{"toString":1}'),
    weight: 3,
  },
  { arbitrary: fc.constantFrom(1, 5, 20).map((depth) => '['.repeat(depth) + ']'.repeat(depth)), weight: 1 },
  { arbitrary: fc.constant(`"${'\\u0000'.repeat(500)}"`), weight: 1 },
)

/** JSON texts that the server must reject: too deep, too large, malformed, or with keys that cause prototype pollution. */
const wildJson = fc.oneof(
  nested,
  fc.constantFrom('[1,'.repeat(3_000), '01', '1e131071', '"\\ud800"', '{"__proto__":{"a":1}}', '"x', '{"a"}', ''),
  fc.constantFrom('{"constructor":{"prototype":{"a":1}}}', `"${'x'.repeat(17_000)}"`),
)

const refs = fc.constantFrom('null', '"1"', '"2"', '3', '"j"', '""', '-1', `"${'9'.repeat(64)}"`)
const wildRefs = fc.constantFrom('9007199254740993', `"${'9'.repeat(65)}"`, '{}', '[]', '1.5', 'true')

const filters = fc
  .oneof(
    fc.constantFrom(
      ...[
        'key=eq.early_access_spots',
        'key=in.(a,b)',
        'value=gt.3',
        'key=like.x',
        'nothing=eq.1',
        '=',
        'key=eq.',
        'key',
      ],
      ...[
        'key=in.(',
        `key=in.(${'a,'.repeat(200)}b)`,
        `${'key=eq.a,'.repeat(400)}key=eq.b`,
        'key=eq."a\\"b"',
        ',',
        '"',
      ],
      ...[
        `key=eq.${'x'.repeat(9_000)}`,
        `key=in.(${'('.repeat(4_000)}`,
        `value=eq.${'9'.repeat(4_000)}`,
        '__proto__=eq.1',
      ],
      `key=eq.${'"\\'.repeat(3_000)}`,
    ),
    hostileTextArbitrary,
  )
  .map((filter) => JSON.stringify(filter))

const change = fc
  .record({
    event: fc.oneof(fc.constantFrom('"*"', '"INSERT"', '"UPDATE"', '"DELETE"', '"insert"', '"TRUNCATE"'), plainJson),
    schema: fc.oneof(fc.constantFrom('"public"', '"public"', '"auth"', '"*"', '"__proto__"'), plainJson),
    table: fc.oneof(fc.constantFrom('"app_settings"', '"early_access_users"', '"*"', '"users"'), plainJson),
    filter: filters,
    select: fc.oneof(fc.constantFrom('["value"]', '["key","value"]', '["nothing"]', '[]', '"value"'), plainJson),
    unknown: plainJson,
    id: fc.constantFrom('1', '"x"'),
  })
  .chain((members) => fc.subarray(Object.entries<string>(members)).map(objectOf))

const changes = fc.oneof(
  { arbitrary: fc.constant(JSON.stringify([SETTINGS])), weight: 3 },
  { arbitrary: fc.array(change, { maxLength: 4 }).map((all) => `[${all.join()}]`), weight: 5 },
  {
    arbitrary: fc.constantFrom(JSON.stringify(Array(10).fill(SETTINGS)), JSON.stringify(Array(11).fill(SETTINGS))),
    weight: 1,
  },
  { arbitrary: plainJson, weight: 1 },
)

const tokens = fc
  .oneof(
    fc.constantFrom('', 'sb_publishable_x', 'eyJhbGciOiJub25lIn0.e30.', 'a.b.c', 'x'.repeat(8_000)),
    hostileTextArbitrary,
  )
  .map((token) => JSON.stringify(token))

const join = fc
  .tuple(changes, tokens, plainJson, fc.subarray(['config', 'access_token', 'unknown', 'private', 'presence']))
  .map(([wanted, token, anything, members]) => {
    const config = objectOf([
      ['postgres_changes', wanted],
      ...members.filter((name) => name === 'private').map((name) => [name, 'true'] as const),
      ...members.filter((name) => name === 'presence').map((name) => [name, anything] as const),
    ])
    return objectOf([
      ['config', members.includes('config') ? config : `{"postgres_changes":${wanted}}`],
      ...(members.includes('access_token') ? [['access_token', token] as const] : []),
      ...(members.includes('unknown') ? [['unknown', anything] as const] : []),
    ])
  })

function payloadOf(event: string): fc.Arbitrary<string> {
  if (event === 'phx_join') return join
  if (event === 'access_token') return tokens.map((token) => `{"access_token":${token}}`)
  return fc.oneof(
    fc.constantFrom('{}', '{}', 'null'),
    plainJson.map((value) => `{"type":"broadcast","event":"x","payload":${value}}`),
  )
}

type Message = { joinRef: string; ref: string; topic: string; event: string; payload: string }

/** Realtime messages in the valid format, which the server parses. */
const message: fc.Arbitrary<Message> = fc.constantFrom(...events).chain((event) =>
  fc.record({
    joinRef: refs,
    ref: refs,
    topic: fc.constantFrom(...topics).map((topic) => JSON.stringify(topic)),
    event: fc.constant(JSON.stringify(event)),
    payload: payloadOf(event),
  }),
)

/** Realtime messages with one invalid part. */
const wildMessage: fc.Arbitrary<Message> = fc
  .tuple(
    message,
    fc.oneof(
      wildJson.map((payload) => ({ payload })),
      wildJson.map((value) => ({ event: '"phx_join"', payload: `{"config":{"postgres_changes":[{"x":${value}}]}}` })),
      plainJson.map((payload) => ({ payload })),
      wildRefs.map((ref) => ({ ref })),
      wildRefs.map((joinRef) => ({ joinRef })),
      fc
        .oneof(fc.constantFrom('', 't'.repeat(256)), hostileTextArbitrary)
        .map((topic) => ({ topic: JSON.stringify(topic) })),
      fc
        .oneof(fc.constantFrom('', 'e'.repeat(65)), hostileTextArbitrary)
        .map((event) => ({ event: JSON.stringify(event) })),
    ),
  )
  .map(([usual, odd]) => ({ ...usual, ...odd }))

function written({ joinRef, ref, topic, event, payload }: Message, version: FuzzedSocket['version']): string {
  if (version === '2.0.0') return `[${joinRef},${ref},${topic},${event},${payload}]`
  return `{"join_ref":${joinRef},"ref":${ref},"topic":${topic},"event":${event},"payload":${payload}}`
}

/** Generates invalid Realtime messages: truncated, in the format of the other serializer version, or with an invalid part. */
function wildFor(version: FuzzedSocket['version']): fc.Arbitrary<string> {
  const other = version === '2.0.0' ? '1.0.0' : '2.0.0'
  return fc.oneof(
    { arbitrary: wildMessage.map((odd) => written(odd, version)), weight: 5 },
    { arbitrary: message.map((usual) => written(usual, other)), weight: 1 },
    { arbitrary: message.map((usual) => written(usual, version).slice(0, -2)), weight: 1 },
    { arbitrary: fc.oneof(plainJson, wildJson), weight: 1 },
  )
}

function binaryBroadcast(): fc.Arbitrary<Buffer> {
  const lengths = fc.array(fc.nat(255), { minLength: 6, maxLength: 6 })
  const honest = Buffer.concat([Buffer.from([3, 1, 1, 13, 1, 0, 1]), Buffer.from('jrrealtime:teste{}')])
  return fc.oneof(
    fc.constant(honest),
    fc.tuple(lengths, fc.uint8Array({ maxLength: 600 })).map(([sizes, body]) => Buffer.from([3, ...sizes, ...body])),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  )
}

const closeCodes = [0, 999, 1_000, 1_001, 1_004, 1_005, 1_006, 1_007, 1_015, 2_999, 3_000, 4_999, 5_000, 65_535]

/** WebSocket frames that violate RFC 6455 or use features that no client library uses. */
const oddWire: fc.Arbitrary<FuzzedFrame> = fc.oneof(
  fc.constantFrom(...closeCodes).map((code) => {
    return { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.close, Buffer.from([code >> 8, code & 255, 0x78])) }
  }),
  fc.constantFrom<FuzzedFrame>(
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.close, Buffer.from([3])) },
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.close, Buffer.from([3, 232, 0xff, 0xfe])) },
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.close, Buffer.alloc(0)) },
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.ping, Buffer.alloc(126)) },
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.ping, Buffer.from('x'), { isFinal: false }) },
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.text, Buffer.from([0x22, 0xff, 0x22])) },
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.text, Buffer.from([0xed, 0xa0, 0x80])) },
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.text, Buffer.alloc(16 * 1_024 + 1, 0x20)) },
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.text, Buffer.from('{}'), { isMasked: false }) },
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.text, Buffer.from('{}'), { isLongForm: true }) },
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.continuation, Buffer.from('{}')) },
    {
      bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.text, Buffer.from('{}'), { claims: 2n ** 63n }),
      isUnfinished: true,
    },
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.text, Buffer.from('{}'), { claims: 16_000n }), isUnfinished: true },
    {
      bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.text, Buffer.from('[null,'), { isFinal: false }),
      isUnfinished: true,
    },
    { bytes: Buffer.from([0x81]), isUnfinished: true },
    {
      bytes: Buffer.concat(
        Array<Buffer>(200).fill(
          encodeWebSocketFrame(WEBSOCKET_OPCODES.continuation, Buffer.alloc(0), { isFinal: false }),
        ),
      ),
    },
  ),
  fc
    .integer({ min: 1, max: 7 })
    .map((reserved) => ({ bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.text, Buffer.from('{}'), { reserved }) })),
  fc
    .constantFrom(3, 4, 5, 6, 7, 11, 12, 13, 14, 15)
    .map((opcode) => ({ bytes: encodeWebSocketFrame(opcode, Buffer.from('{}')) })),
  fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => ({ bytes: Buffer.from(bytes), isUnfinished: true })),
)

function frameFor(version: FuzzedSocket['version']): fc.Arbitrary<FuzzedFrame> {
  const text = message.map((usual) => written(usual, version))
  const control = fc.constantFrom<FuzzedFrame>(
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.ping, Buffer.from('are you there')) },
    { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.pong, Buffer.alloc(125)) },
  )
  return fc.oneof(
    { arbitrary: text.map(textFrame), weight: 88 },
    { arbitrary: wildFor(version).map(textFrame), weight: 2 },
    {
      arbitrary: fc
        .tuple(text, fc.integer({ min: 2, max: 66 }))
        .map(([whole, many]) => ({ bytes: encodeFragmentedMessage(whole, many) })),
      weight: 4,
    },
    {
      arbitrary: binaryBroadcast().map((bytes) => ({ bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.binary, bytes) })),
      weight: 2,
    },
    { arbitrary: control, weight: 4 },
    { arbitrary: oddWire, weight: 1 },
  )
}

function textFrame(text: string): FuzzedFrame {
  return { bytes: encodeWebSocketFrame(WEBSOCKET_OPCODES.text, Buffer.from(text)) }
}

/** Generates the behaviour of fuzzing clients on WebSockets. Most stay below the rate limit for messages, some exceed it. */
export const fuzzedSocketArbitrary: fc.Arbitrary<FuzzedSocket> = fc
  .tuple(fc.constantFrom<FuzzedSocket['version']>('1.0.0', '2.0.0'), fc.constantFrom(38, 38, 38, 60))
  .chain(([version, most]) =>
    fc.record({
      version: fc.constant(version),
      isOperator: fc.constantFrom(false, false, false, true),
      frames: fc.array(frameFor(version), { minLength: 1, maxLength: most, size: 'max' }),
      ending: fc.constantFrom<FuzzedSocket['ending']>('reset', 'end', 'close'),
    }),
  )

function objectOf(members: readonly (readonly [name: string, json: string])[]): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`
}
