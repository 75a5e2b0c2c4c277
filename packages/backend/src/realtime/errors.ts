import { defineErrors, type Refusal, type RenderedError } from '../http/errors.ts'

/** Constructors of the errors with which the server rejects a WebSocket handshake. */
export const handshakeErrors = defineErrors({
  notAWebSocket: { status: 426, code: 'upgrade_required', message: 'This address speaks WebSocket only' },
  notAHandshake: { status: 400, code: 'bad_handshake', message: 'The request is no WebSocket handshake' },
  unknownVersion: { status: 400, code: 'unknown_vsn', message: 'Serializer version (vsn) must be 1.0.0 or 2.0.0' },
  noApiKey: { status: 401, code: 'no_api_key', message: 'API key is missing' },
  invalidApiKey: { status: 401, code: 'invalid_api_key', message: 'The API key provided is not valid' },
  foreignOrigin: { status: 403, code: 'foreign_origin', message: 'Pages of this origin may not connect' },
  broadcastDisabled: {
    status: 403,
    code: 'broadcast_disabled',
    message: 'Broadcast and presence are not available on this server',
  },
  tooManySockets: { status: 429, code: 'too_many_connections', message: 'Too many connected users' },
  stopping: { status: 503, code: 'stopping', message: 'Realtime is restarting, please standby' },
})

/** Renders an error in the format of Supabase's Realtime server: `{"error": "…"}`. */
export function renderRealtimeError({ status, message, headers }: Refusal): RenderedError {
  return { status, body: { error: message }, headers }
}

/**
 * The errors that a Realtime channel sends to its client. An error reply contains `code: message`; a `system` message contains only the
 * message.
 */
export const channelErrorDefinitions = {
  unmatchedTopic: { code: 'unmatched topic', message: '' },
  topicNameRequired: { code: 'TopicNameRequired', message: 'You must provide a topic name' },
  invalidJoinPayload: { code: 'InvalidJoinPayload', message: 'The join payload does not have the expected form' },
  tooManyChannels: { code: 'ChannelRateLimitReached', message: 'Too many channels' },
  malformedToken: { code: 'MalformedJWT', message: 'The token provided is not a valid JWT' },
  expiredToken: { code: 'InvalidJWTToken', message: 'Token has expired' },
  privateChannel: { code: 'Unauthorized', message: 'You do not have permissions to read from this Channel topic' },
  databaseUnavailable: {
    code: 'UnableToConnectToProject',
    message: 'Realtime was unable to connect to the project database',
  },
  notSubscribable: {
    code: 'RealtimeDisabledForConfiguration',
    message:
      'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters',
  },
  broadcastDisabled: { code: 'BroadcastDisabled', message: 'Broadcast is not available on this server' },
  presenceDisabled: { code: 'PresenceDisabled', message: 'Presence is not available on this server' },
  unknownEvent: { code: 'UnknownEvent', message: 'The channel does not know this event' },
  internal: { code: 'UnknownErrorOnChannel', message: 'Something went wrong on our side' },
} as const

/** One of the errors in `channelErrorDefinitions`, which a Realtime channel sends to its client. */
export type ChannelErrorDefinition = (typeof channelErrorDefinitions)[keyof typeof channelErrorDefinitions]

/** Formats a channel error for the field `reason` of an error reply: `code: message`, or only the code when the message is empty. */
export function formatChannelErrorReason({ code, message }: ChannelErrorDefinition): string {
  return message === '' ? code : `${code}: ${message}`
}

/**
 * The codes and reasons with which the server closes a WebSocket (RFC 6455, 7.4.1). After each of them realtime-js reconnects and rejoins
 * its channels.
 */
export const socketCloseReasons = {
  stopping: { code: 1001, reason: 'The server is restarting' },
  tooOld: { code: 1001, reason: 'The connection reached its maximum age' },
  idle: { code: 1001, reason: 'No heartbeat' },
  binary: { code: 1003, reason: 'Binary frames are not available on this server' },
  notAMessage: { code: 1007, reason: 'The frame is no message of this serializer version' },
  tooFast: { code: 1008, reason: 'Too many messages per second' },
  keyExpired: { code: 1008, reason: 'The API key has expired' },
} as const

/**
 * One of `socketCloseReasons`: a code and reason with which the server closes a WebSocket. Two cases have no entry: the ws library closes a
 * WebSocket after a frame that is too long (code 1009), and the server terminates the connection of a client that reads too slowly without
 * a closing handshake (code 1006).
 */
export type SocketCloseReason = (typeof socketCloseReasons)[keyof typeof socketCloseReasons]
