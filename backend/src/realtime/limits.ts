const SECONDS = 1_000
const HOURS = 3_600 * SECONDS

/** The limits of one socket. The number of sockets is configuration (`LIMIT_SOCKETS…`). */
export const REALTIME_LIMITS = {
  /** Longest frame in bytes; a longer one closes the socket with 1009. */
  frameBytes: 16 * 1024,
  /** Fragments of one message. No client library fragments messages of this size. */
  fragmentsPerFrame: 64,
  channelsPerSocket: 5,
  subscriptionsPerChannel: 10,
  /** Conditions in one filter, and columns in one selection. Each is evaluated for every change. */
  conditionsPerFilter: 20,
  columnsPerSelection: 100,
  /** Supabase's maximum. */
  valuesPerInFilter: 100,
  /** The token bucket of messages: its burst and refill rate. realtime-js sends one message in 25 seconds. */
  messageBurst: 40,
  messagesPerSecond: 10,
  /** The token bucket of joins and new tokens, each of which causes database queries. */
  joinBurst: 12,
  joinsPerSecond: 1,
  /** A socket without any frame for this long is closed. Clients send a heartbeat every 25 seconds. */
  idleMs: 60 * SECONDS,
  /** An older socket is closed and its client reconnects, so that no connection outlives a rotated key for long. */
  maximumAgeMs: 12 * HOURS,
  /** Buffered bytes for a slow reader after which its connection is terminated. */
  bufferedBytes: 256 * 1024,
  /** The interval of the check for idle, old and expired sockets. */
  sweepMs: 1 * SECONDS,
  /** The timeout of a handshake; then its connection is destroyed. */
  handshakeMs: 10 * SECONDS,
  /** The timeout of a closing handshake; then the connection is terminated. */
  closingMs: 2 * SECONDS,
  /** The timeout of all closing handshakes when the server stops. */
  shutdownMs: 1 * SECONDS,
  /** The maximum number of queued changes. Beyond it the queue is dropped and handled as a gap. */
  waitingChanges: 10_000,
} as const
