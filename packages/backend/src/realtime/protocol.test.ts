import { expect, test } from 'vitest'
import {
  channelErrorDefinitions,
  formatChannelErrorReason,
  handshakeErrors,
  renderRealtimeError,
  socketCloseReasons,
} from './errors.ts'
import {
  createReplyMessage,
  createSystemPayload,
  HEARTBEAT_TOPIC,
  PHOENIX_EVENTS,
  SERIALIZER_VERSIONS,
} from './protocol.ts'

// The expected values are literals, because they must equal the constants that @supabase/realtime-js and its phoenix client use.
test('Realtime protocol versions, topic and event names are those of the Phoenix channel protocol', () => {
  expect(SERIALIZER_VERSIONS).toEqual(['1.0.0', '2.0.0'])
  expect(HEARTBEAT_TOPIC).toBe('phoenix')
  expect(PHOENIX_EVENTS).toEqual({
    ...{ join: 'phx_join', leave: 'phx_leave', reply: 'phx_reply', close: 'phx_close', error: 'phx_error' },
    ...{ heartbeat: 'heartbeat', access_token: 'access_token', broadcast: 'broadcast', presence: 'presence' },
    ...{ postgres_changes: 'postgres_changes', system: 'system' },
  })
})

const message = { join_ref: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: {} }

test('a Realtime reply carries the refs and the topic of the message that it replies to', () => {
  expect(createReplyMessage(message, 'ok')).toEqual({
    ...{ join_ref: '1', ref: '2', topic: 'realtime:a', event: 'phx_reply', payload: { status: 'ok', response: {} } },
  })
  expect(createReplyMessage(message, 'error', { reason: 'no' }).payload).toEqual({
    status: 'error',
    response: { reason: 'no' },
  })
})

test('a Realtime system message contains the channel name without the topic prefix', () => {
  expect(createSystemPayload('postgres_changes', 'ok', 'Subscribed', 'realtime:a:b')).toEqual({
    ...{ extension: 'postgres_changes', status: 'ok', message: 'Subscribed', channel: 'a:b' },
  })
})

test.each([
  ['notAWebSocket', 426, 'upgrade_required', 'This address speaks WebSocket only'],
  ['notAHandshake', 400, 'bad_handshake', 'The request is no WebSocket handshake'],
  ['unknownVersion', 400, 'unknown_vsn', 'Serializer version (vsn) must be 1.0.0 or 2.0.0'],
  ['noApiKey', 401, 'no_api_key', 'API key is missing'],
  ['invalidApiKey', 401, 'invalid_api_key', 'The API key provided is not valid'],
  ['foreignOrigin', 403, 'foreign_origin', 'Pages of this origin may not connect'],
  ['broadcastDisabled', 403, 'broadcast_disabled', 'Broadcast and presence are not available on this server'],
  ['tooManySockets', 429, 'too_many_connections', 'Too many connected users'],
  ['stopping', 503, 'stopping', 'Realtime is restarting, please standby'],
] as const)('a Realtime handshake refused for %s gets the HTTP status %i', (name, status, code, sentence) => {
  const refusal = handshakeErrors[name]({ headers: { 'retry-after': '1' } })
  expect(refusal.code).toBe(code)
  expect(renderRealtimeError(refusal)).toEqual({ status, body: { error: sentence }, headers: { 'retry-after': '1' } })
})

test.each([
  ['unmatchedTopic', 'unmatched topic'],
  ['topicNameRequired', 'TopicNameRequired: You must provide a topic name'],
  ['invalidJoinPayload', 'InvalidJoinPayload: The join payload does not have the expected form'],
  ['tooManyChannels', 'ChannelRateLimitReached: Too many channels'],
  ['malformedToken', 'MalformedJWT: The token provided is not a valid JWT'],
  ['expiredToken', 'InvalidJWTToken: Token has expired'],
  ['privateChannel', 'Unauthorized: You do not have permissions to read from this Channel topic'],
  ['databaseUnavailable', 'UnableToConnectToProject: Realtime was unable to connect to the project database'],
  [
    'notSubscribable',
    'RealtimeDisabledForConfiguration: Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters',
  ],
  ['broadcastDisabled', 'BroadcastDisabled: Broadcast is not available on this server'],
  ['presenceDisabled', 'PresenceDisabled: Presence is not available on this server'],
  ['unknownEvent', 'UnknownEvent: The channel does not know this event'],
  ['internal', 'UnknownErrorOnChannel: Something went wrong on our side'],
] as const)('a Realtime channel error reply for %s has the reason: %s', (name, reason) => {
  expect(formatChannelErrorReason(channelErrorDefinitions[name])).toBe(reason)
})

test.each([
  ['stopping', 1001, 'The server is restarting'],
  ['tooOld', 1001, 'The connection reached its maximum age'],
  ['idle', 1001, 'No heartbeat'],
  ['binary', 1003, 'Binary frames are not available on this server'],
  ['notAMessage', 1007, 'The frame is no message of this serializer version'],
  ['tooFast', 1008, 'Too many messages per second'],
  ['keyExpired', 1008, 'The API key has expired'],
] as const)(
  'a Realtime socket closed for %s gets the WebSocket close code %i and the reason: %s',
  (name, code, reason) => {
    expect(socketCloseReasons[name]).toEqual({ code, reason })
  },
)
