import { isDatabaseError } from '../database/port/errors.ts'
import type { Refusal } from '../http/errors.ts'
import { httpErrors } from '../http/http-errors.ts'
import { storageErrors } from './errors.ts'

/** Converts an error of PostgreSQL or Fastify to a storage error. Returns null for an unexpected error, which becomes a 500. */
export function translateStorageError(error: unknown): Refusal | null {
  if (isMalformedType(error))
    return storageErrors.invalidMimeType({ message: 'Invalid Content-Type header', cause: error })
  if (!isDatabaseError(error)) return null
  const options = { cause: error }
  switch (error.code) {
    case '42501': {
      const isRowRule = error.message.includes('row-level security')
      return storageErrors.accessDenied(
        isRowRule ? { ...options, message: 'new row violates row-level security policy' } : options,
      )
    }
    case '23505':
      return error.constraint?.startsWith('buckets')
        ? storageErrors.bucketExists(options)
        : storageErrors.objectExists(options)
    case '23503':
      return storageErrors.bucketNotFound(options)
    case '22P02':
    case '22P05':
    case '22021':
    case '22001':
    case '22003':
    case '23514':
      return storageErrors.invalidRequest(options)
    case '40P01':
      return httpErrors.databaseUnavailable(options)
    default:
      return null
  }
}

/**
 * Returns whether Fastify rejected a malformed Content-Type. Because files of any type may be uploaded, the error concerns the file's type,
 * not a JSON body.
 */
function isMalformedType(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
}
