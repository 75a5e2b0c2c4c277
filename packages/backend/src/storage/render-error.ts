import type { Refusal, RenderedError } from '../http/errors.ts'
import type { HttpErrorCode } from '../http/http-errors.ts'

/** The legacy names of errors, by code, where they differ from the code. Existing clients compare these names. */
const olderNames = new Map([
  ['NoSuchBucket', 'Bucket not found'],
  ['NoSuchKey', 'not_found'],
  ['AccessDenied', 'Unauthorized'],
  ['BucketAlreadyExists', 'Duplicate'],
  ['KeyAlreadyExists', 'Duplicate'],
  ['InvalidBucketName', 'Invalid Input'],
  ['InvalidMimeType', 'invalid_mime_type'],
  ['InvalidRange', 'invalid_range'],
  ['EntityTooLarge', 'Payload too large'],
  ['NotFound', 'Not Found'],
])

/** The codes of Supabase Storage for the errors that all services share. */
const storageCodes: Record<HttpErrorCode, string> = {
  bad_url: 'InvalidRequest',
  bad_query: 'InvalidRequest',
  bad_header: 'InvalidRequest',
  bad_json: 'InvalidRequest',
  bad_input: 'InvalidRequest',
  no_api_key: 'AccessDenied',
  invalid_api_key: 'AccessDenied',
  bad_jwt: 'InvalidJWT',
  jwt_expired: 'ExpiredToken',
  operators_only: 'AccessDenied',
  not_found: 'NotFound',
  method_not_allowed: 'InvalidRequest',
  request_timeout: 'InvalidRequest',
  body_too_large: 'EntityTooLarge',
  unsupported_media_type: 'InvalidMimeType',
  too_many_requests: 'SlowDown',
  internal_error: 'InternalError',
  database_unavailable: 'DatabaseTimeout',
  site_moving: 'DatabaseTimeout',
}

/** The statuses that Supabase Storage sends as HTTP status 400. The actual status is only in the body, as a string. */
const sentAs400 = new Set([403, 404, 409, 415])

/** Renders an error in the format of Supabase Storage: `{statusCode, error, code, message}`. */
export function renderStorageError({ status, code, message, headers }: Refusal): RenderedError {
  const known = isHttpCode(code) ? storageCodes[code] : code
  const isOurs = !isHttpCode(code)
  const body = { statusCode: String(status), error: olderNames.get(known) ?? known, code: known, message }
  return {
    status: isOurs && sentAs400.has(status) ? 400 : status,
    body,
    headers: { ...headers, 'cache-control': 'no-store' },
  }
}

function isHttpCode(code: string): code is HttpErrorCode {
  return Object.hasOwn(storageCodes, code)
}
