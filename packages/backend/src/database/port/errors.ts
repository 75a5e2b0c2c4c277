/**
 * Thrown when the database can't be reached, doesn't respond in time, has no room left or is read-only. Endpoints respond with 503. Nothing
 * was stored, unless the connection broke during the commit; the outcome is then unknown.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'

  constructor(options?: ErrorOptions) {
    super('The database is not reachable.', options)
  }
}

/** Thrown when a statement outside a transaction block got no response, so that it is unknown whether it was committed. */
export class CommitOutcomeUnknown extends DatabaseUnavailable {
  override name = 'CommitOutcomeUnknown'
}

/** The SQLSTATE of triggers by which an application rejects writes while and after its database is moved to another server. */
export const DATABASE_MOVING_CODE = 'MV503'

/**
 * Thrown for a write when the database is being or was moved to another server. The database stays readable and rejects every change.
 * Nothing was stored.
 */
export class DatabaseMoving extends DatabaseUnavailable {
  override name = 'DatabaseMoving'
}

/** Returns the reason of an unavailable database for a log line: the SQLSTATE or system error code, otherwise the driver's message. */
export function describeUnavailableReason({ cause, message }: DatabaseUnavailable): string {
  if (!(cause instanceof Error)) return message
  return 'code' in cause ? String(cause.code) : cause.message
}

// The maximum length of an error message. PostgreSQL's messages may quote a value of any length, and both the response and the log contain
// the message.
const MESSAGE_MAX = 500

/**
 * PostgreSQL's rejection of a statement. It contains neither the statement nor its parameters, which
 * drivers attach to their errors and which must not be logged. `detail` may contain a value.
 */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  /** The SQLSTATE, five characters. `PTxyz` means that our SQL requests the HTTP status xyz. */
  readonly code: string
  readonly detail: string | null
  readonly hint: string | null
  readonly constraint: string | null

  constructor(refusal: Refusal) {
    super(refusal.message.slice(0, MESSAGE_MAX))
    this.code = refusal.code
    this.detail = refusal.detail?.slice(0, MESSAGE_MAX) ?? null
    this.hint = refusal.hint?.slice(0, MESSAGE_MAX) ?? null
    this.constraint = refusal.constraint ?? null
  }
}

type Refusal = Error & {
  code: string
  severity: string
  detail?: string | undefined
  hint?: string | undefined
  constraint?: string | undefined
}

/** Returns whether an error is PostgreSQL's rejection of a statement. Returns false for `DatabaseUnavailable` and for bugs in this program. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError
}

// The SQLSTATEs of connection failures, shutdown, timeouts, lack of disk space, memory or connections, damaged files, and a read-only
// standby.
const UNAVAILABLE_SQLSTATES = /^(08|53|58|57014|57P0[1-5]|25006|25P0[34])/

/** Converts a driver's error to `DatabaseUnavailable` or `DatabaseError`; returns any other error, a bug in this program, unchanged. */
export function convertDriverError(error: unknown): unknown {
  if (error instanceof DatabaseError || error instanceof DatabaseUnavailable) return error
  if (isRefusal(error) && error.code === DATABASE_MOVING_CODE)
    return new DatabaseMoving({ cause: new DatabaseError(error) })
  if (isRefusal(error))
    return UNAVAILABLE_SQLSTATES.test(error.code)
      ? new DatabaseUnavailable({ cause: new DatabaseError(error) })
      : new DatabaseError(error)
  return isLostConnection(error) ? new DatabaseUnavailable({ cause: error }) : error
}

/**
 * Converts an error that occurred while connecting. Any such error, for example an untrusted certificate or a rejected login, means that
 * the database can't be reached.
 */
export function convertConnectError(error: unknown): DatabaseUnavailable {
  const known = convertDriverError(error)
  return known instanceof DatabaseUnavailable ? known : new DatabaseUnavailable({ cause: known })
}

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

// The SQLSTATEs with which PostgreSQL, or a pooler in front of it, ends a connection. The connection may end after the commit, before its
// response is sent.
const ENDS_CONNECTION = /^(08|57P)/

/**
 * Converts the error of a statement that was sent outside a transaction block. Returns a `CommitOutcomeUnknown` when the connection was
 * lost.
 */
export function convertCommitError(error: unknown): unknown {
  const known = convertDriverError(error)
  if (!(known instanceof DatabaseUnavailable)) return known
  const { cause } = known
  return isDatabaseError(cause) && !ENDS_CONNECTION.test(cause.code) ? known : new CommitOutcomeUnknown({ cause })
}

// Matches the messages of node-postgres for lost connections, which have neither an error class nor a code.
const LOST_CONNECTION =
  /connection terminated|connection error|timeout|not queryable|client was closed|pool after calling end/i

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isEncryption = 'code' in error && String(error.code).startsWith('ERR_SSL_')
  return isEncryption || 'syscall' in error || error instanceof AggregateError || LOST_CONNECTION.test(error.message)
}
