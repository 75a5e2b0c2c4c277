import { defineErrors } from './errors.ts'

/** Errors that any service can return before its own code handles the request. Each service's error renderer formats them. */
const httpErrorDefinitions = {
  badUrl: { status: 400, code: 'bad_url', message: 'The address of the request is not well formed.' },
  badQuery: { status: 400, code: 'bad_query', message: 'The query of the request is not well formed.' },
  badHeader: { status: 400, code: 'bad_header', message: 'A header of the request is not well formed.' },
  badJson: { status: 400, code: 'bad_json', message: 'The body is not valid JSON.' },
  badInput: { status: 400, code: 'bad_input', message: 'The body does not have the expected form.' },
  noApiKey: { status: 401, code: 'no_api_key', message: 'No API key found in request' },
  invalidApiKey: { status: 401, code: 'invalid_api_key', message: 'Invalid API key' },
  invalidToken: { status: 401, code: 'bad_jwt', message: 'The token is not valid.' },
  expiredToken: { status: 401, code: 'jwt_expired', message: 'JWT expired' },
  operatorsOnly: { status: 403, code: 'operators_only', message: 'This needs the secret key.' },
  notFound: { status: 404, code: 'not_found', message: 'There is nothing at this address.' },
  methodNotAllowed: { status: 405, code: 'method_not_allowed', message: 'This address does not answer that method.' },
  tooSlow: { status: 408, code: 'request_timeout', message: 'The request took too long to arrive.' },
  tooLarge: { status: 413, code: 'body_too_large', message: 'The body is too large.' },
  unsupportedType: { status: 415, code: 'unsupported_media_type', message: 'The body must be JSON.' },
  tooMany: { status: 429, code: 'too_many_requests', message: 'Too many requests. Please wait before trying again.' },
  internal: { status: 500, code: 'internal_error', message: 'Something went wrong on our side.' },
  databaseUnavailable: {
    status: 503,
    code: 'database_unavailable',
    message: 'The database cannot be reached at the moment. Please try again.',
  },
  siteMoving: {
    status: 503,
    code: 'site_moving',
    message: 'The site is being moved to another database and takes no changes at this moment. Please try again later.',
  },
} as const

/** The codes of `httpErrorDefinitions`, for error renderers that must translate every code. */
export type HttpErrorCode = (typeof httpErrorDefinitions)[keyof typeof httpErrorDefinitions]['code']

/** Error constructors shared by all services. */
export const httpErrors = defineErrors(httpErrorDefinitions)
