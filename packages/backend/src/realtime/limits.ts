const SECONDS = 1_000
const HOURS = 3_600 * SECONDS

/** The limits of one WebSocket. The maximum number of sockets is configuration (`LIMIT_SOCKETS…`). */
export const REALTIME_LIMITS = {
  /** The maximum size of a frame in bytes. A longer frame closes the socket with code 1009. */
  frameBytes: 16 * 1024,
  /** The maximum number of fragments per WebSocket message. Client libraries do not fragment messages below our size limit. */
  fragmentsPerFrame: 64,
  channelsPerSocket: 5,
  subscriptionsPerChannel: 10,
  /** The maximum number of conditions in one filter, and of columns in one selection. All of them are evaluated for every row change. */
  conditionsPerFilter: 20,
  columnsPerSelection: 100,
  /** The maximum number of values in an `in` filter, as on Supabase. */
  valuesPerInFilter: 100,
  /**
   * The rate limit (token bucket) of messages per socket: its burst and refill rate. An idle realtime-js client sends one message, its
   * heartbeat, every 25 seconds.
   */
  messageBurst: 40,
  messagesPerSecond: 10,
  /** The rate limit (token bucket) of joins and new access tokens per socket. Each of them causes database queries. */
  joinBurst: 12,
  joinsPerSecond: 1,
  /** The maximum time without a frame of the client, after which the socket is closed. Clients send a heartbeat every 25 seconds. */
  idleMs: 60 * SECONDS,
  /**
   * The maximum age of a socket. The server closes an older one and the client reconnects, so that no connection stays open for long after
   * its API key was replaced.
   */
  maximumAgeMs: 12 * HOURS,
  /** The maximum number of bytes buffered for a client that reads too slowly. Beyond it the connection is terminated. */
  bufferedBytes: 256 * 1024,
  /** The interval of the check for idle sockets, old sockets and expired keys. */
  sweepMs: 1 * SECONDS,
  /** The timeout of a handshake, after which its connection is destroyed. */
  handshakeMs: 10 * SECONDS,
  /** The timeout of a closing handshake, after which the connection is terminated. */
  closingMs: 2 * SECONDS,
  /** The timeout of all closing handshakes when the server stops. */
  shutdownMs: 1 * SECONDS,
  /** The maximum number of queued row changes. When it is exceeded, the queue is cleared and the changes count as lost. */
  waitingChanges: 10_000,
} as const
