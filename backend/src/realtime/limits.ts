const SECONDS = 1_000
const HOURS = 3_600 * SECONDS

/** What one socket may ask of the server. The numbers of sockets are configuration (`LIMIT_SOCKETS…`). */
export const REALTIME_LIMITS = {
  /** Longest frame in bytes; a longer one closes the socket with 1009. */
  frameBytes: 16 * 1024,
  /** Pieces that a frame may come in. No client library sends more than one for frames of this size. */
  fragmentsPerFrame: 64,
  channelsPerSocket: 5,
  subscriptionsPerChannel: 10,
  /** Conditions in one filter, and columns in one selection: each is looked at again for every change. */
  conditionsPerFilter: 20,
  columnsPerSelection: 100,
  /** As many values as Supabase takes. */
  valuesPerInFilter: 100,
  /** Messages that may come at once, and how many a second are given back. realtime-js sends one in 25 seconds. */
  messageBurst: 40,
  messagesPerSecond: 10,
  /** Of those, joins and new tokens: each asks the database what may be heard. */
  joinBurst: 12,
  joinsPerSecond: 1,
  /** Without any frame for so long a socket is gone: clients send a heartbeat every 25 seconds. */
  idleMs: 60 * SECONDS,
  /** Then a socket is closed and its client connects again: no connection outlives a rotated key for long. */
  maximumAgeMs: 12 * HOURS,
  /** Bytes that wait for a slow reader before its socket is cut. */
  bufferedBytes: 256 * 1024,
  /** How often idle, old and expired ones are looked for. */
  sweepMs: 1 * SECONDS,
  /** How long a handshake may take before its connection is cut. */
  handshakeMs: 10 * SECONDS,
  /** How long a client may leave a closing handshake unanswered before its connection is cut. */
  closingMs: 2 * SECONDS,
  /** How long clients get to answer the closing handshake when the server stops. */
  farewellMs: 1 * SECONDS,
  /** Changes that may wait for the database before they are given up as a gap. */
  waitingChanges: 10_000,
} as const
