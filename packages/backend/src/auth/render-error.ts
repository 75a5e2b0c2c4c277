import type { FastifyRequest } from 'fastify'
import { Refusal, type RefusalDetails, type RenderedError } from '../http/errors.ts'
import { type HttpErrorCode, httpErrors } from '../http/http-errors.ts'

const VERSION_HEADER = 'x-supabase-api-version'
const CODED_VERSION = '2024-01-01'
const BAD_JSON = 'Could not parse request body as JSON'

/** Maps each HTTP error that all services share to GoTrue's status and error code. */
const wireCodes: Record<HttpErrorCode, { status: number; code: string }> = {
  bad_url: { status: 400, code: 'validation_failed' },
  bad_query: { status: 400, code: 'validation_failed' },
  bad_header: { status: 400, code: 'validation_failed' },
  bad_json: { status: 400, code: 'bad_json' },
  bad_input: { status: 400, code: 'bad_json' },
  no_api_key: { status: 401, code: 'no_authorization' },
  invalid_api_key: { status: 401, code: 'no_authorization' },
  bad_jwt: { status: 403, code: 'bad_jwt' },
  jwt_expired: { status: 403, code: 'bad_jwt' },
  operators_only: { status: 403, code: 'not_admin' },
  not_found: { status: 404, code: 'validation_failed' },
  method_not_allowed: { status: 405, code: 'validation_failed' },
  request_timeout: { status: 504, code: 'request_timeout' },
  body_too_large: { status: 413, code: 'request_entity_too_large' },
  unsupported_media_type: { status: 400, code: 'bad_json' },
  too_many_requests: { status: 429, code: 'over_request_rate_limit' },
  internal_error: { status: 500, code: 'unexpected_failure' },
  database_unavailable: { status: 503, code: 'unexpected_failure' },
  site_moving: { status: 503, code: 'unexpected_failure' },
}

/** What the format of an error depends on: the id of the request, and the API version in its headers. */
type VersionedRequest = Pick<FastifyRequest, 'id' | 'headers'>

/** An error that is rendered in OAuth's format (RFC 6749 section 5.2); the id_token and web3 grants use it. */
export class OAuthError extends Refusal {
  constructor(error: string, description: string, cause?: unknown) {
    super({ status: 400, code: error, message: description }, { cause })
  }
}

/** The error for a weak password. Its response body also lists the reasons. */
export class WeakPasswordError extends Refusal {
  readonly reasons: readonly string[]

  constructor(reasons: readonly string[], details: RefusalDetails & { message: string }) {
    super({ status: 422, code: 'weak_password', message: details.message }, details)
    this.reasons = reasons
  }
}

/** An error raised by a database trigger on the auth tables. Its code and message are sent to the client, as in GoTrue. */
export class DatabaseTriggerError extends Refusal {}

/**
 * Renders an error in one of GoTrue's two formats: `{code: status, error_code, msg}` for clients that send no API version,
 * `{code, message}` for those that do. auth-js reads `code` only when the response header repeats the version.
 */
export function renderAuthError(refusal: Refusal, request: VersionedRequest): RenderedError {
  const { status, code, message, details, hint } = refusal
  if (refusal instanceof OAuthError) return { status, body: { error: code, error_description: message } }
  if (refusal instanceof DatabaseTriggerError) return { status, body: { code, message, details, hint } }
  if (code === 'not_found') return renderText(404, '404 page not found\n')
  if (code === 'method_not_allowed') return renderText(405, '')
  return renderCoded(refusal, request)
}

function renderText(status: number, body: string): RenderedError {
  return { status, body, headers: { 'content-type': 'text/plain; charset=utf-8' } }
}

function renderCoded(refusal: Refusal, request: VersionedRequest): RenderedError {
  const { status, code } = isHttpCode(refusal) ? wireCodes[refusal.code] : refusal
  const message = code === 'bad_json' ? badJsonMessage(refusal.message) : refusal.message
  const weak = refusal instanceof WeakPasswordError ? { weak_password: { reasons: refusal.reasons } } : {}
  const headers = { 'x-sb-error-code': code }
  if (asksForCodes(request)) {
    return { status, body: { code, message, ...weak }, headers: { ...headers, [VERSION_HEADER]: CODED_VERSION } }
  }
  const failure = status >= 500 ? { error_id: request.id } : {}
  return { status, body: { code: status, error_code: code, msg: message, ...failure, ...weak }, headers }
}

function badJsonMessage(message: string): string {
  return message.startsWith(BAD_JSON) ? message : `${BAD_JSON}: ${message}`
}

const httpStatuses = new Map(Object.values(httpErrors).map((refuse) => [refuse().code, refuse().status]))

/**
 * Returns whether an error is an HTTP error that all services share. Compares code and status, because an error of the auth service may
 * have the same code with another status; such an error is rendered as it is.
 */
function isHttpCode(refusal: Refusal): refusal is Refusal & { code: HttpErrorCode } {
  return httpStatuses.get(refusal.code) === refusal.status
}

function asksForCodes(request: VersionedRequest): boolean {
  // A missing or invalid API version header parses to NaN. Every comparison with NaN is false, so such a request gets the older error
  // format.
  return Date.parse(String(request.headers[VERSION_HEADER])) >= Date.parse(CODED_VERSION)
}
