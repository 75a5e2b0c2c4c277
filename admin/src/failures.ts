/** All error codes of this program, each with its exit code and its default hint. */
export const COMMAND_FAILURES = {
  usage: { exitCode: 2, hint: 'Add --help to see how to use it.' },
  no_key: {
    exitCode: 1,
    hint: 'Set SUPABASE_SECRET_KEY, or run this where DATA_DIR (./data) is: the server keeps its key there.',
  },
  bad_address: { exitCode: 1, hint: 'SUPABASE_URL is the address of the backend, for example https://your.domain.' },
  unreachable: { exitCode: 1, hint: 'Is the server running, and is SUPABASE_URL its address?' },
  untrusted_certificate: {
    exitCode: 1,
    hint: 'Renew it, or name the authority that signed it with NODE_EXTRA_CA_CERTS=/path/to/the/authority.crt.',
  },
  key_refused: { exitCode: 1, hint: 'The operators’ key is the one in DATA_DIR/secret-key, or SUPABASE_SECRET_KEY.' },
  not_migrated: { exitCode: 1, hint: 'Start the server again, or on Supabase run: supabase db push' },
  not_here: {
    exitCode: 1,
    hint: 'This works with the self-contained server only; docs/backup.md describes the alternative.',
  },
  not_found: { exitCode: 1, hint: '' },
  refused: { exitCode: 1, hint: '' },
  bad_file: { exitCode: 1, hint: '' },
  bad_key: { exitCode: 1, hint: 'Nothing was signed or uploaded.' },
  bad_release: { exitCode: 1, hint: '' },
  bad_archive: { exitCode: 1, hint: 'Nothing was restored. Try another archive, or a fresh copy of this one.' },
  folder_in_use: { exitCode: 1, hint: '' },
} as const

export type CommandFailureCode = keyof typeof COMMAND_FAILURES

/**
 * An error that the operator can fix. It has a one-line message, a hint and an exit code. Any other error is a bug and prints its
 * stack trace.
 */
export class CommandFailure extends Error {
  override name = 'Failure'
  readonly code: CommandFailureCode
  readonly hint: string
  readonly exitCode: number

  constructor(code: CommandFailureCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.hint = options.hint ?? COMMAND_FAILURES[code].hint
    this.exitCode = COMMAND_FAILURES[code].exitCode
  }
}

/** Creates the CommandFailure for a file or folder that cannot be read or written, from the error that `node:fs` threw. */
export function createFileFailure(path: string, cause: unknown): CommandFailure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reason = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause))
  return new CommandFailure('bad_file', `${path}: ${reason}.`, { cause })
}

/** Returns a handler of rejections that throws the CommandFailure of `createFileFailure`. */
export function failWithFile(path: string): (cause: unknown) => never {
  return (cause) => {
    throw createFileFailure(path, cause)
  }
}

/** Returns whether an error of `node:fs` says that a file or folder does not exist. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

const REASONS: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EACCES: 'you do not have permission to open it',
  EPERM: 'you do not have permission to open it',
  EISDIR: 'that is a folder',
  ENOTDIR: 'part of the path is not a folder',
  EEXIST: 'it already exists',
  ENOSPC: 'the disk is full',
  EBUSY: 'it is a mount point, which cannot be renamed; name a folder below it',
  EXDEV: 'that is on another disk',
  EROFS: 'it is read-only',
}
