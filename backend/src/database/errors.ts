/**
 * The database can't be reached, doesn't answer in time, has no room left or only reads. Endpoints answer it with 503. Nothing was
 * stored, unless the connection broke during the commit itself, where nobody can know.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'

  constructor(options?: ErrorOptions) {
    super('The database is not reachable.', options)
  }
}

/** The database was asked for a change that commits by itself, and did not answer: nobody can know whether it was made. */
export class CommitOutcomeUnknown extends DatabaseUnavailable {
  override name = 'CommitOutcomeUnknown'
}

/** SQLSTATE of the triggers that refuse writes while the database is moved, and after it was (move/freeze.ts). */
export const MOVING = 'MV503'

/** The database is being moved, or was moved: it is read and refuses every change. Nothing was stored. */
export class DatabaseMoving extends DatabaseUnavailable {
  override name = 'DatabaseMoving'
}

/** Why the database cannot be had, in a word for a log: PostgreSQL's code or the system's, else what the driver says. */
export function reasonOf({ cause, message }: DatabaseUnavailable): string {
  if (!(cause instanceof Error)) return message
  return 'code' in cause ? String(cause.code) : cause.message
}

// It may repeat a value, at any length: to whoever sent it, and to a log.
const SAID_MAX = 500

/**
 * What PostgreSQL said when it refused a statement, the same from both engines. It carries neither the statement nor its
 * values, which the drivers attach to their errors and which have no place in a log; `detail` may name a value.
 */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  /** SQLSTATE, five characters; `PTxyz` where our SQL asks for HTTP status xyz. */
  readonly code: string
  readonly detail: string | null
  readonly hint: string | null
  readonly constraint: string | null

  constructor(refusal: Refusal) {
    super(refusal.message.slice(0, SAID_MAX))
    this.code = refusal.code
    this.detail = refusal.detail?.slice(0, SAID_MAX) ?? null
    this.hint = refusal.hint?.slice(0, SAID_MAX) ?? null
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

/** Whether an error is PostgreSQL's refusal of a statement. False for `DatabaseUnavailable` and for faults of the program. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError
}

// Connection trouble, shutting down, too slow, out of disk, memory or connections, broken files, a standby that only reads.
const UNAVAILABLE_SQLSTATES = /^(08|53|58|57014|57P0[1-5]|25006|25P0[34])/

/** Tells an error of a driver apart: `DatabaseUnavailable`, `DatabaseError`, or itself when it is a fault of the program. */
export function fromDriver(error: unknown): unknown {
  if (error instanceof DatabaseError || error instanceof DatabaseUnavailable) return error
  if (isRefusal(error) && error.code === MOVING) return new DatabaseMoving({ cause: new DatabaseError(error) })
  if (isRefusal(error))
    return UNAVAILABLE_SQLSTATES.test(error.code)
      ? new DatabaseUnavailable({ cause: new DatabaseError(error) })
      : new DatabaseError(error)
  return isLostConnection(error) ? new DatabaseUnavailable({ cause: error }) : error
}

/** The same for an error of connecting: whatever went wrong there, as with a certificate or a login, the database can't be reached. */
export function fromConnecting(error: unknown): DatabaseUnavailable {
  const known = fromDriver(error)
  return known instanceof DatabaseUnavailable ? known : new DatabaseUnavailable({ cause: known })
}

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

// What ends a connection, the server's or that of a pooler in between, may have come after the commit.
const ENDS_CONNECTION = /^(08|57P)/

/** The same for an error of a statement that was sent and commits by itself. */
export function fromCommitting(error: unknown): unknown {
  const known = fromDriver(error)
  if (!(known instanceof DatabaseUnavailable)) return known
  const { cause } = known
  return isDatabaseError(cause) && !ENDS_CONNECTION.test(cause.code) ? known : new CommitOutcomeUnknown({ cause })
}

// node-postgres has no class or code for its own words.
const LOST_CONNECTION =
  /connection terminated|connection error|timeout|not queryable|client was closed|pool after calling end/i

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isEncryption = 'code' in error && String(error.code).startsWith('ERR_SSL_')
  return isEncryption || 'syscall' in error || error instanceof AggregateError || LOST_CONNECTION.test(error.message)
}
