/** Returns null for the error that a file or folder does not exist. Throws any other error. */
export function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
