/** Why a photo has no print: the browser cannot decode it, its file is gone or may not be read any more, or there is too little memory. */
export type PrintProblem = 'undecodable' | 'unreachable' | 'memory'

const BY_NAME: Record<string, PrintProblem> = {
  NotReadableError: 'unreachable',
  NotFoundError: 'unreachable',
  RangeError: 'memory',
  QuotaExceededError: 'memory',
}

/** Returns the problem that an error of `createPrintImage` stands for. */
export function describePrintProblem(error: unknown): PrintProblem {
  return (error instanceof Error && BY_NAME[error.name]) || 'undecodable'
}
