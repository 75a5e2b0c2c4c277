import { defineErrors, type Refusal, type RenderedError } from '../http/errors.ts'
import type { HttpErrorCode } from '../http/http-errors.ts'

/** The PostgREST error codes that this service returns, with PostgREST's status. For SQLSTATEs see database-errors.ts. */
export const restErrors = defineErrors({
  badQuery: { status: 400, code: 'PGRST100', message: 'failed to parse the query' },
  badFunctionMethod: { status: 405, code: 'PGRST101', message: 'Cannot use this method on RPC' },
  badBody: { status: 400, code: 'PGRST102', message: 'Empty or invalid json' },
  badRange: { status: 416, code: 'PGRST103', message: 'Requested range not satisfiable' },
  unknownSchema: { status: 406, code: 'PGRST106', message: 'Invalid schema' },
  notAcceptable: { status: 406, code: 'PGRST107', message: 'None of these media types are available' },
  notEmbedded: { status: 400, code: 'PGRST108', message: 'This is not an embedded resource in this request' },
  notSingle: { status: 406, code: 'PGRST116', message: 'Cannot coerce the result to a single JSON object' },
  badMethod: { status: 405, code: 'PGRST117', message: 'Unsupported HTTP method' },
  badPreference: { status: 400, code: 'PGRST122', message: 'Invalid preferences given with handling=strict' },
  aggregate: { status: 400, code: 'PGRST123', message: 'Use of aggregate functions is not allowed' },
  tooManyAffected: {
    status: 400,
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
  },
  rootDisabled: { status: 404, code: 'PGRST126', message: 'Root endpoint metadata is disabled' },
  notImplemented: { status: 400, code: 'PGRST127', message: 'Feature not implemented' },
  unknownFunction: { status: 404, code: 'PGRST202', message: 'Could not find the function in the schema cache' },
  ambiguousFunction: { status: 300, code: 'PGRST203', message: 'Could not choose the best candidate function' },
  unknownField: { status: 400, code: 'PGRST204', message: 'Could not find the column in the schema cache' },
  unknownTable: { status: 404, code: 'PGRST205', message: 'Could not find the table in the schema cache' },
  unknownColumn: { status: 400, code: '42703', message: 'column does not exist' },
  wrongType: { status: 400, code: '42804', message: 'The value is of another type than the column' },
  unknownType: { status: 400, code: '42704', message: 'type does not exist' },
  tooMany: { status: 413, code: '54001', message: 'statement too complex' },
  outOfRange: { status: 400, code: '22003', message: 'value overflows numeric format' },
  unfiltered: { status: 400, code: '21000', message: 'This requires a WHERE clause' },
})

/** PostgREST's codes for the HTTP errors that all services of this server share. An error without an entry keeps this server's own code. */
const codes: Partial<Record<HttpErrorCode, string>> = {
  bad_url: 'PGRST125',
  not_found: 'PGRST125',
  bad_query: 'PGRST100',
  bad_header: 'PGRST100',
  bad_json: 'PGRST102',
  bad_input: 'PGRST102',
  unsupported_media_type: 'PGRST107',
  method_not_allowed: 'PGRST117',
  no_api_key: 'PGRST302',
  invalid_api_key: 'PGRST301',
  bad_jwt: 'PGRST301',
  jwt_expired: 'PGRST303',
  database_unavailable: 'PGRST001',
  site_moving: 'PGRST001',
  internal_error: 'PGRSTX00',
}

const translated = new Map(Object.entries(codes))

/** Renders an error in PostgREST's format: code, message, details, hint. */
export function renderRestError(refusal: Refusal) {
  const { status, message, details, hint } = refusal
  const code = translated.get(refusal.code) ?? refusal.code
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  return {
    status,
    body: { code, message, details, hint },
    headers: { ...headers, 'cache-control': 'no-store' },
  } satisfies RenderedError
}
