/** An error that the user must fix. run.mjs prints only its message, without a stack trace: what went wrong and what to do. */
export class UserFacingError extends Error {}

const CAUSES = [
  [/ENOSPC|no space left/i, 'the disk is full; make room and run this again'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/i,
    'the package registry could not be reached; check the network and run this again',
  ],
  [/EXDEV|EBUSY/, 'node_modules is a disk of its own or in use; run `npm ci` yourself'],
  [/EACCES|EPERM|EROFS|permission denied|read-only/i, 'a file could not be written; check who owns this folder'],
]

/**
 * Creates a UserFacingError for a failed program. The message contains the known cause found in the program's output, otherwise the
 * text `otherwise`, otherwise the last 20 lines of the output.
 */
export function createProgramError(what, output, otherwise) {
  const cause = CAUSES.find(([pattern]) => pattern.test(output))?.[1] ?? otherwise
  if (cause) return new UserFacingError(`${what}: ${cause}.`)
  return new UserFacingError(
    `${what}. The last lines of its output:\n${output.trim().split('\n').slice(-20).join('\n')}`,
  )
}
