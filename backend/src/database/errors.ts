/**
 * The database can't be reached, doesn't respond in time, has no room left or is read-only. Endpoints respond with 503. Nothing was
 * stored, unless the connection broke during the commit, where the outcome is unknown.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'

  constructor(options?: ErrorOptions) {
    super('The database is not reachable.', options)
  }
}

/** A change that commits by itself got no response, so it is unknown whether it was stored. */
export class CommitOutcomeUnknown extends DatabaseUnavailable {
  override name = 'CommitOutcomeUnknown'
}

/** SQLSTATE of the triggers that refuse writes while the database is moved, and after it was (move/freeze.ts). */
export const MOVING = 'MV503'

/** The database is being moved, or was moved: it is readable and refuses every change. Nothing was stored. */
export class DatabaseMoving extends DatabaseUnavailable {
  override name = 'DatabaseMoving'
}

/** Returns the reason for a log line: the SQLSTATE or system error code, else the driver's message. */
export function reasonOf({ cause, message }: DatabaseUnavailable): string {
  if (!(cause instanceof Error)) return message
  return 'code' in cause ? String(cause.code) : cause.message
}

// PostgreSQL's messages may quote a value of any length, in the response to the client and in the log.
const MESSAGE_MAX = 500

/**
 * PostgreSQL's refusal of a statement, equal for both engines. It carries neither the statement nor its parameters, which drivers
 * attach to their errors and which must not be logged; `detail` may contain a value.
 */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  /** SQLSTATE, five characters; `PTxyz` where our SQL asks for HTTP status xyz. */
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

/** Returns whether an error is PostgreSQL's refusal of a statement. False for `DatabaseUnavailable` and for bugs in this program. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError
}

// Connection failures, shutdown, timeouts, out of disk, memory or connections, damaged files, a read-only standby.
const UNAVAILABLE_SQLSTATES = /^(08|53|58|57014|57P0[1-5]|25006|25P0[34])/

/** Converts a driver's error to `DatabaseUnavailable` or `DatabaseError`; returns any other error, a bug in this program, unchanged. */
export function fromDriver(error: unknown): unknown {
  if (error instanceof DatabaseError || error instanceof DatabaseUnavailable) return error
  if (isRefusal(error) && error.code === MOVING) return new DatabaseMoving({ cause: new DatabaseError(error) })
  if (isRefusal(error))
    return UNAVAILABLE_SQLSTATES.test(error.code)
      ? new DatabaseUnavailable({ cause: new DatabaseError(error) })
      : new DatabaseError(error)
  return isLostConnection(error) ? new DatabaseUnavailable({ cause: error }) : error
}

/**
 * Converts an error while connecting. Any failure there, such as an untrusted certificate or a refused login, means that the database
 * can't be reached.
 */
export function fromConnecting(error: unknown): DatabaseUnavailable {
  const known = fromDriver(error)
  return known instanceof DatabaseUnavailable ? known : new DatabaseUnavailable({ cause: known })
}

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

// SQLSTATEs with which the server, or a pooler in between, ends a connection; that may happen after the commit.
const ENDS_CONNECTION = /^(08|57P)/

/** Converts the error of a sent statement that commits by itself: to `CommitOutcomeUnknown` when the connection was lost. */
export function fromCommitting(error: unknown): unknown {
  const known = fromDriver(error)
  if (!(known instanceof DatabaseUnavailable)) return known
  const { cause } = known
  return isDatabaseError(cause) && !ENDS_CONNECTION.test(cause.code) ? known : new CommitOutcomeUnknown({ cause })
}

// node-postgres has no error class or code for these, only messages.
const LOST_CONNECTION =
  /connection terminated|connection error|timeout|not queryable|client was closed|pool after calling end/i

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isEncryption = 'code' in error && String(error.code).startsWith('ERR_SSL_')
  return isEncryption || 'syscall' in error || error instanceof AggregateError || LOST_CONNECTION.test(error.message)
}
