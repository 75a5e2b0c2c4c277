/** The database can't be reached or doesn't answer in time. Endpoints answer it with 503; nothing was stored. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'

  constructor(options?: ErrorOptions) {
    super('The database is not reachable.', options)
  }
}

/** What PostgreSQL said when it refused a statement, the same from both engines. */
export type DatabaseError = Error & {
  /** SQLSTATE, five characters; `PTxyz` where our SQL asks for HTTP status xyz. */
  code: string
  detail?: string | undefined
  hint?: string | undefined
  constraint?: string | undefined
}

const SQLSTATE = /^[0-9A-Z]{5}$/

/** Whether an error is PostgreSQL's refusal of a statement. False for `DatabaseUnavailable` and for faults of the program. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return (
    error instanceof Error &&
    !(error instanceof DatabaseUnavailable) &&
    'code' in error &&
    typeof error.code === 'string' &&
    'severity' in error &&
    SQLSTATE.test(error.code)
  )
}
