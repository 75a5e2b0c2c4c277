import * as v from 'valibot'
import { parseJson } from '../http/json.ts'
import { type ChannelMessage, type MessageRef, PHOENIX_EVENTS, type SerializerVersion } from './protocol.ts'

const ref = v.nullish(v.union([v.pipe(v.string(), v.maxLength(64)), v.pipe(v.number(), v.safeInteger())]), null)
const topic = v.pipe(v.string(), v.minLength(1), v.maxLength(255))
const event = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const payload = v.nullish(v.custom<Record<string, unknown>>(isObject), {})

const schemas = {
  '1.0.0': v.object({ join_ref: ref, ref, topic, event, payload }),
  '2.0.0': v.pipe(
    v.array(v.unknown()),
    v.length(5), // explicit length check, because `strictTuple` accepts an array whose last element, the optional payload, is missing
    v.strictTuple([ref, ref, topic, event, payload]),
    v.transform(([join_ref, ref, topic, event, payload]) => ({ join_ref, ref, topic, event, payload })),
  ),
} satisfies Record<SerializerVersion, v.GenericSchema>

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A message of a client with validated fields. The payload can be any object; the code that uses it must validate it. */
export type ClientMessage = ChannelMessage<Record<string, unknown>>

/**
 * Parses a WebSocket text frame. Returns null when the frame is not a message of the given serializer version, or breaks a rule for JSON
 * bodies (UTF-8, depth, member names: http/json.ts). Never throws.
 */
export function decodeFrame(frame: Uint8Array, version: SerializerVersion): ClientMessage | null {
  let value: unknown
  try {
    ;({ value } = parseJson(frame))
  } catch {
    return null
  }
  const parsed = v.safeParse(schemas[version], value)
  return parsed.success ? parsed.output : null
}

/** Encodes a message as the text of a WebSocket frame. */
export function encodeFrame(
  { join_ref, ref, topic, event, payload }: ChannelMessage,
  version: SerializerVersion,
): string {
  if (version === '1.0.0') return JSON.stringify({ join_ref, ref, topic, event, payload })
  return JSON.stringify([join_ref, ref, topic, event, payload])
}

/**
 * The text before and after the data of a row change in a WebSocket frame. Both are constant per subscription, so that sending a change
 * only concatenates strings.
 */
export type ChangeFrameTemplate = { head: string; tail: string }

/**
 * Returns the constant parts of the row-change frames for one topic and its subscription `ids`: `head` precedes the data of a change,
 * `tail` follows it.
 */
export function createFrameTemplate(
  version: SerializerVersion,
  topic: string,
  ids: readonly number[],
): ChangeFrameTemplate {
  const payload = `{"ids":${JSON.stringify(ids)},"data":`
  const event = JSON.stringify(PHOENIX_EVENTS.postgres_changes)
  if (version === '2.0.0') return { head: `[null,null,${JSON.stringify(topic)},${event},${payload}`, tail: '}]' }
  return { head: `{"topic":${JSON.stringify(topic)},"event":${event},"ref":null,"payload":${payload}`, tail: '}}' }
}

const BROADCAST_PUSH = 3
const HEADER_BYTES = 7

/**
 * Parses the header of a binary broadcast frame of serializer version 2 (kind, five lengths, encoding, then join_ref, ref, topic, …).
 * Returns null for any other binary frame, and for a frame that is shorter than its lengths say.
 */
export function parseBroadcastHeader(frame: Buffer): { join_ref: MessageRef; ref: MessageRef; topic: string } | null {
  if (frame[0] !== BROADCAST_PUSH) return null
  const parts: string[] = []
  let offset = HEADER_BYTES
  for (const length of frame.subarray(1, 4)) {
    parts.push(frame.toString('utf8', offset, offset + length))
    offset += length
  }
  const [join_ref, ref, topic] = parts
  return offset <= frame.length && topic ? { join_ref: join_ref || null, ref: ref || null, topic } : null
}
