/*
 * The words of the Phoenix channel protocol as @supabase/realtime-js and the phoenix client in it speak it.
 */

/** Serializer versions (`?vsn=`): objects, or arrays of five. A connection without `vsn` is the older one, as in Phoenix. */
export const VERSIONS = ['1.0.0', '2.0.0'] as const

/** One of `VERSIONS`. */
export type Version = (typeof VERSIONS)[number]

/** The topic of heartbeats; it is no channel. */
export const PHOENIX_TOPIC = 'phoenix'

/** What the topic of every channel begins with. */
export const TOPIC_PREFIX = 'realtime:'

/** Names of events, on the wire. */
export const EVENTS = {
  join: 'phx_join',
  leave: 'phx_leave',
  reply: 'phx_reply',
  close: 'phx_close',
  error: 'phx_error',
  heartbeat: 'heartbeat',
  access_token: 'access_token',
  broadcast: 'broadcast',
  presence: 'presence',
  postgres_changes: 'postgres_changes',
  system: 'system',
} as const

/** A number that a client gives its messages, to recognise the reply. */
export type Ref = string | number | null

/** A message in either direction. `join_ref` tells one joining of a topic from a later one. */
export type Message<Payload = unknown> = {
  join_ref: Ref
  ref: Ref
  topic: string
  event: string
  payload: Payload
}

/** The reply to a message with a `ref`. */
export function reply(to: Message, status: 'ok' | 'error', response: object = {}): Message {
  return { join_ref: to.join_ref, ref: to.ref, topic: to.topic, event: EVENTS.reply, payload: { status, response } }
}

/** What `system` messages carry; realtime-js hands them to `.on('system', …)`. */
export function systemPayload(
  extension: 'system' | 'postgres_changes',
  status: 'ok' | 'error',
  message: string,
  topic: string,
) {
  return { extension, status, message, channel: topic.slice(TOPIC_PREFIX.length) }
}
