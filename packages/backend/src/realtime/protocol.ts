/*
 * The constants and messages of the Phoenix channel protocol, as @supabase/realtime-js and its phoenix client use them.
 */

/**
 * The serializer versions of the protocol (`?vsn=`): 1.0.0 encodes messages as objects, 2.0.0 as arrays of five elements. The default
 * without `vsn` is 1.0.0, as in Phoenix.
 */
export const SERIALIZER_VERSIONS = ['1.0.0', '2.0.0'] as const

/** A serializer version: one of `VERSIONS`. */
export type SerializerVersion = (typeof SERIALIZER_VERSIONS)[number]

/** The topic of heartbeats, which is not a channel. */
export const HEARTBEAT_TOPIC = 'phoenix'

/** The prefix of every channel's topic. */
export const CHANNEL_TOPIC_PREFIX = 'realtime:'

/** The event names of the Phoenix channel protocol. */
export const PHOENIX_EVENTS = {
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

/** The id that a client gives a message. The reply repeats it. */
export type MessageRef = string | number | null

/** A message of the client or the server. `join_ref` identifies the join of the topic that the message belongs to. */
export type ChannelMessage<Payload = unknown> = {
  join_ref: MessageRef
  ref: MessageRef
  topic: string
  event: string
  payload: Payload
}

/** Creates the reply to a message, with the `ref`, `join_ref` and topic of that message. */
export function createReplyMessage(to: ChannelMessage, status: 'ok' | 'error', response: object = {}): ChannelMessage {
  return {
    join_ref: to.join_ref,
    ref: to.ref,
    topic: to.topic,
    event: PHOENIX_EVENTS.reply,
    payload: { status, response },
  }
}

/** Returns the payload of a `system` message, which realtime-js passes to `.on('system', …)`. */
export function createSystemPayload(
  extension: 'system' | 'postgres_changes',
  status: 'ok' | 'error',
  message: string,
  topic: string,
) {
  return { extension, status, message, channel: topic.slice(CHANNEL_TOPIC_PREFIX.length) }
}
