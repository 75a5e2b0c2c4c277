import { ConfigError } from '../config.ts'
import { SqlScriptError } from './migrations/migration-scripts.ts'
import { DatabaseUnavailable, isDatabaseError } from './port/errors.ts'

/** The environment variable that selects the database: DATABASE_URL for another PostgreSQL server, DATA_DIR for the own one. */
export type DatabaseVariableName = 'DATABASE_URL' | 'DATA_DIR'

/**
 * Converts an error that prevented the start of the server to a ConfigError with one sentence: the environment variable, the message of the
 * database or disk, its code (SQLSTATE or system error), and advice. Returns a ConfigError, and a bug in this program, unchanged.
 */
export function convertStartupError(error: unknown, variable: DatabaseVariableName): unknown {
  if (error instanceof ConfigError) return error
  const causes = causesOf(error)
  const refusal = causes.find(isDatabaseError)
  if (refusal !== undefined) {
    const script = causes.find((cause) => cause instanceof SqlScriptError)
    const isConnection = REFUSES_CONNECTION.test(refusal.code) && script === undefined
    const subject = isConnection ? 'the server refuses the connection' : 'the database refuses a statement of the start'
    const what = `${script ? `${script.file} failed` : subject}: ${refusal.message}`
    return sentence(variable, what, refusal.code, adviceOn(refusal.code, variable), error)
  }
  const first = causes.at(-1)
  if (causes.some((cause) => cause instanceof DatabaseUnavailable)) return unreachable(first, variable, error)
  const code = codeOf(first)
  return DISK.test(code) ? sentence('DATA_DIR', messageOf(first), code, adviceOn(code, 'DATA_DIR'), error) : error
}

/** Returns the ConfigError for a connection to PostgreSQL that failed without a response. */
function unreachable(cause: unknown, variable: DatabaseVariableName, error: unknown): ConfigError {
  const code = codeOf(cause)
  if (variable === 'DATA_DIR') {
    const known = NO_ROOM.test(messageOf(cause)) ? 'ENOSPC' : code
    return sentence(variable, `PostgreSQL ended: ${messageOf(cause)}`, known, adviceOn(known, variable), error)
  }
  if (UNTRUSTED.test(code)) {
    const advice = 'docs/deploy.md explains how to name its authority'
    return sentence(variable, "the server's certificate is not trusted", code, advice, error)
  }
  if (NO_PASSWORD.test(messageOf(cause))) {
    const advice = 'write it into the address, after the name of the role'
    return sentence(variable, 'the server wants a password, and the address has none', '', advice, error)
  }
  const advice = 'check host and port, and whether the server runs'
  return sentence(variable, "the database server can't be reached", code || messageOf(cause), advice, error)
}

// SQLSTATEs of rejected connections: login, unknown database, privileges, too many connections, server starting up (PostgreSQL, Appendix
// A).
const REFUSES_CONNECTION = /^(28|3D|53300|55000|57P03)/
// The message of the pg library when the server requires a password and the URL has none.
const NO_PASSWORD = /^SASL: .*password must be/
// Node's error codes for an untrusted certificate (tls, "X509 certificate error codes").
const UNTRUSTED =
  /^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_|ERR_TLS_CERT_ALTNAME_INVALID)/
// System error codes for a file that cannot be read or written.
const DISK = /^(ENOSPC|EDQUOT|EROFS|EIO|EACCES|EPERM|EMFILE|ENFILE)$/
// Matches the operating system's message for a full disk.
const NO_ROOM = /No space left on device/

type Advice = readonly [code: RegExp, onServer: string, onOwn: string]

const READ_LOG = 'read the log of the database server'
const RESTORE = 'restore a backup (docs/backup.md)'
const OTHER_DATABASE =
  'the database holds objects that these migrations did not make: name an empty database, or restore a backup (docs/backup.md)'
const OTHER_FOLDER =
  'the database holds objects that these migrations did not make: name an empty folder, or restore a backup (docs/backup.md)'

/** The advice in the error message, by SQLSTATE or system error code. The first matching entry applies. */
const ADVICE: readonly Advice[] = [
  [/^28/, 'check the role and the password in the address', RESTORE],
  [/^3D/, 'create the database, or correct its name in the address', RESTORE],
  [/^42501/, 'docs/data.md lists the rights that the role needs', RESTORE],
  [/^53100/, "free space on the database server's disk, and start again", 'free space on its disk, and start again'],
  [/^53300/, 'raise the limit of connections, or stop other clients of the server', RESTORE],
  [/^53/, 'give the database server more memory or higher limits', 'give the process more memory, and start again'],
  [/^(55000|57P0)/, 'start again when the server accepts connections', 'start again'],
  [/^25/, 'name a server that accepts writes', 'make its disk writable, and start again'],
  [/^(40|55P03|57014)/, 'start again when no other program locks the database', 'start again'],
  [/^08/, 'check the network to the server, and start again', 'start again'],
  [/^(58|F0|XX)/, `${READ_LOG}, and check its disk`, `check its disk, then ${RESTORE}`],
  [/^(42|3F|2B)/, OTHER_DATABASE, OTHER_FOLDER],
  [/^(ENOSPC|EDQUOT)$/, READ_LOG, 'free space on its disk, and start again'],
  [/^(EMFILE|ENFILE)$/, READ_LOG, 'raise the limit of open files, and start again'],
  [/^E[A-Z]+$/, READ_LOG, 'check who owns the folder and whether its disk is writable'],
]

function adviceOn(code: string, variable: DatabaseVariableName): string {
  const [, onServer, onOwn] = ADVICE.find(([codes]) => codes.test(code)) ?? [null, READ_LOG, RESTORE]
  return variable === 'DATABASE_URL' ? onServer : onOwn
}

function sentence(
  variable: DatabaseVariableName,
  what: string,
  code: string,
  advice: string,
  cause: unknown,
): ConfigError {
  // A message of the server may have several lines, but the start of this program prints a one-line error.
  const line = what.replace(/\s+/g, ' ').trimEnd().replace(/\.$/, '')
  return new ConfigError(`${variable}: ${line}${code === '' ? '' : ` (${code})`}; ${advice}.`, { cause })
}

/** Returns an error and the chain of its causes. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let cause = error; cause != null && !causes.includes(cause); ) {
    causes.push(cause)
    cause = cause instanceof Error ? cause.cause : null
  }
  return causes
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
