import { listRoutes } from './routes.ts'

/** The usual fields of an endpoint. `body` is left out when the endpoint reads no body. */
type Fields = { body?: readonly string[]; query?: readonly string[] }

/** An endpoint of the server: method, path pattern, and the usual fields of its body and query. */
export type FuzzedEndpoint = { method: string; path: string } & Fields

const pkce = ['code_challenge', 'code_challenge_method']
const user = [
  'email',
  'phone',
  'password',
  'email_confirm',
  'phone_confirm',
  'user_metadata',
  'app_metadata',
  'role',
  'id',
]
const credential = ['challenge_id', 'credential', 'credential_response', 'id', 'rawId', 'response', 'type', 'web_authn']
const rows = [
  'select',
  'order',
  'limit',
  'offset',
  'key',
  'value',
  'email',
  'or',
  'and',
  'not.and',
  'columns',
  'on_conflict',
]
const row = ['name', 'email', 'is_paid', 'amount', 'order_id', 'key', 'value', 'message', 'kind', 'recipient', 'data']
const object = ['prefix', 'limit', 'offset', 'sortBy', 'search', 'prefixes', 'bucketId', 'sourceKey', 'destinationKey']

/** The fields of the routes that read any, by path and method. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, Fields>>>> = {
  '/rest/v1/:table': {
    GET: { query: rows },
    HEAD: { query: rows },
    POST: { query: rows, body: row },
    PATCH: { query: rows, body: row },
    DELETE: { query: rows },
    PUT: { body: row },
  },
  '/rest/v1/rpc/:function': {
    POST: {
      query: rows,
      body: ['limit_to', 'lease_seconds', 'mail_id', 'name', 'email', 'message', 'kind', 'address'],
    },
  },

  '/functions/v1/:name': {
    POST: { body: ['type', 'userData', 'name', 'email', 'message'] },
  },

  '/realtime/v1/websocket': { GET: { query: ['apikey', 'vsn', 'log_level'] } },
  '/realtime/v1/api/broadcast': { POST: { body: ['messages'] } },
  '/realtime/v1/api/broadcast/*': { POST: { body: ['messages'] } },

  '/storage/v1/bucket': {
    POST: { body: ['id', 'name', 'public', 'file_size_limit', 'allowed_mime_types'] },
  },
  '/storage/v1/object/list/:bucket': { POST: { body: object } },
  '/storage/v1/object/move': { POST: { body: object } },
  '/storage/v1/object/copy': { POST: { body: object } },
  '/storage/v1/object/:bucket': { DELETE: { body: object } },
  '/storage/v1/object/:bucket/*': {
    POST: { body: row },
    PUT: { body: row },
  },

  '/operations/v1/backup': { POST: { body: ['have'] } },
  '/operations/v1/move': { POST: { body: ['to', 'dry_run'] } },
  '/auth/v1/signup': {
    POST: { query: ['redirect_to'], body: ['email', 'phone', 'password', 'data', 'channel', ...pkce] },
  },
  '/auth/v1/token': {
    POST: {
      query: ['grant_type'],
      body: [
        'email',
        'phone',
        'password',
        'refresh_token',
        'auth_code',
        'code_verifier',
        'provider',
        'id_token',
        'nonce',
        'access_token',
        'chain',
        'message',
        'signature',
      ],
    },
  },
  '/auth/v1/otp': {
    POST: { query: ['redirect_to'], body: ['email', 'phone', 'create_user', 'data', 'channel', ...pkce] },
  },
  '/auth/v1/magiclink': { POST: { query: ['redirect_to'], body: ['email', 'data', ...pkce] } },
  '/auth/v1/verify': {
    GET: { query: ['token', 'type', 'redirect_to', 'token_hash'] },
    POST: { body: ['type', 'token', 'token_hash', 'email', 'phone', 'redirect_to'] },
  },
  '/auth/v1/resend': { POST: { query: ['redirect_to'], body: ['type', 'email', 'phone', ...pkce] } },
  '/auth/v1/recover': { POST: { query: ['redirect_to'], body: ['email', ...pkce] } },
  '/auth/v1/logout': { POST: { query: ['scope'] } },
  '/auth/v1/user': {
    PUT: { query: ['redirect_to'], body: ['email', 'phone', 'password', 'current_password', 'nonce', 'data', ...pkce] },
  },
  '/auth/v1/authorize': {
    GET: { query: ['provider', 'redirect_to', 'scopes', 'state', 'skip_http_redirect', ...pkce] },
  },
  '/auth/v1/callback': { GET: { query: ['code', 'state', 'error', 'error_description'] } },
  '/auth/v1/user/identities/authorize': {
    GET: { query: ['provider', 'redirect_to', 'skip_http_redirect', ...pkce] },
  },
  '/auth/v1/factors': { POST: { body: ['factor_type', 'friendly_name', 'issuer', 'phone'] } },
  '/auth/v1/factors/:id/challenge': { POST: { body: ['channel', 'web_authn'] } },
  '/auth/v1/factors/:id/verify': { POST: { body: ['code', ...credential] } },
  '/auth/v1/passkeys/:id': { PATCH: { body: ['friendly_name'] } },
  '/auth/v1/passkeys/registration/options': { POST: { body: [] } },
  '/auth/v1/passkeys/authentication/options': { POST: { body: [] } },
  '/auth/v1/admin/oauth/clients/:id/regenerate_secret': { POST: { body: [] } },
  '/auth/v1/passkeys/registration/verify': { POST: { body: credential } },
  '/auth/v1/passkeys/authentication/verify': { POST: { body: credential } },

  '/auth/v1/invite': { POST: { query: ['redirect_to'], body: ['email', 'data'] } },
  '/auth/v1/admin/generate_link': {
    POST: { body: ['type', 'email', 'new_email', 'password', 'data', 'redirect_to'] },
  },
  '/auth/v1/admin/audit': { GET: { query: ['page', 'per_page', 'query'] } },
  '/auth/v1/admin/users': { GET: { query: ['page', 'per_page', 'filter', 'sort'] }, POST: { body: user } },
  '/auth/v1/admin/users/:id': {
    PUT: { body: [...user, 'ban_duration'] },
    DELETE: { body: ['should_soft_delete'] },
  },
  '/auth/v1/admin/users/:id/factors/:factorId': {
    PUT: { body: ['friendly_name', 'status', 'factor_type'] },
  },

  '/auth/v1/sso': { POST: { body: ['domain', 'provider_id'] } },
  '/auth/v1/sso/saml/acs': { POST: { body: ['SAMLResponse'] } },
  '/auth/v1/oauth/token': { POST: { body: ['grant_type', 'code'] } },
  '/auth/v1/oauth/authorizations/:id/consent': { POST: { body: ['action'] } },
  '/auth/v1/oauth/clients/register': { POST: { body: ['client_name', 'redirect_uris'] } },
  '/auth/v1/admin/sso/providers': { POST: { body: ['type'] } },
  '/auth/v1/admin/sso/providers/:id': { PUT: { body: ['type'] } },
  '/auth/v1/admin/oauth/clients': { POST: { body: ['client_name'] } },
  '/auth/v1/admin/oauth/clients/:id': { PUT: { body: ['client_name'] } },
  '/auth/v1/admin/custom-providers': { POST: { body: ['name'] } },
  '/auth/v1/admin/custom-providers/:id': { PUT: { body: ['name'] } },
}

/** The fields of any other endpoint. */
const NONE: Fields = { query: ['download', 'x'] }

/** Returns every endpoint of the server, with its usual fields. Throws for fields of a route that does not exist. */
export async function listFuzzedEndpoints(): Promise<FuzzedEndpoint[]> {
  const routes = await listRoutes()
  const known = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  for (const [path, methods] of Object.entries(FIELDS))
    for (const method of Object.keys(methods))
      if (!known.has(`${method} ${path}`)) throw new Error(`FIELDS names ${method} ${path}, which is no route.`)
  return routes.map(({ method, path }) => ({ method, path, ...(FIELDS[path]?.[method] ?? NONE) }))
}

/** Endpoints without a registered route: the site serves a page, a file or the 404 page for them. */
export const unroutedEndpoints: readonly FuzzedEndpoint[] = [
  { method: 'GET', path: '/', ...NONE },
  { method: 'HEAD', path: '/', ...NONE },
  { method: 'POST', path: '/', body: row },
  { method: 'GET', path: '/:page', ...NONE },
  { method: 'POST', path: '/:page', body: row },
  { method: 'GET', path: '/assets/*', ...NONE },
]
