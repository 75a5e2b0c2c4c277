import { CommandFailure, type CommandFailureCode } from '../failures.ts'

/** The body of an error response, in the format that `--json` prints. */
export type FailureBody = { error: { code: string; message: string; hint: string } }

const STATUSES: Partial<Record<CommandFailureCode, number>> = {
  usage: 400,
  not_found: 404,
  unreachable: 502,
  untrusted_certificate: 502,
  key_refused: 502,
  not_migrated: 502,
}

/** Returns the response body for a failed call. It contains no details of an unexpected error, which only the terminal shows. */
export function describeFailure(error: unknown): FailureBody {
  if (!(error instanceof CommandFailure)) {
    return describeRefusal('The console failed unexpectedly. The terminal in which it runs says more.', 'unexpected')
  }
  const { code, message, hint } = error
  // A hint to use `--help` is of no use on the page.
  return { error: { code, message, hint: code === 'usage' && hint.includes('--help') ? '' : hint } }
}

export function describeRefusal(message: string, code = 'refused'): FailureBody {
  return { error: { code, message, hint: '' } }
}

export function statusOfFailure(error: unknown): number {
  return error instanceof CommandFailure ? (STATUSES[error.code] ?? 409) : 500
}
