/** An endpoint of the server: method, path pattern, and the usual fields of its body and query. */
export type FuzzedEndpoint = {
  method: string
  path: string
  /** The names of the fields in the request body. Omitted when the endpoint reads no body. */
  body?: readonly string[]
  query?: readonly string[]
}

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
const none = { query: ['download', 'x'] }

/**
 * All endpoints of the server, for the fuzz tests. tests/whole/endpoints.test.ts compares this list with the routes that the server
 * registers, so that a new route cannot be left out.
 */
export const fuzzedEndpoints: readonly FuzzedEndpoint[] = [
  ...at('/health', { GET: none, HEAD: none }),
  ...at('/ready', { GET: none, HEAD: none }),
  ...at('/metrics', { GET: none, HEAD: none }),
  ...at('/.well-known/change-password', { GET: none }),

  ...at('/rest/v1', { GET: none }),
  ...at('/rest/v1/:table', {
    GET: { query: rows },
    HEAD: { query: rows },
    POST: { query: rows, body: row },
    PATCH: { query: rows, body: row },
    DELETE: { query: rows },
    PUT: { body: row },
  }),
  ...at('/rest/v1/rpc/:function', {
    POST: {
      query: rows,
      body: ['limit_to', 'lease_seconds', 'mail_id', 'name', 'email', 'message', 'kind', 'address'],
    },
    GET: none,
    HEAD: none,
    PUT: none,
    PATCH: none,
    DELETE: none,
  }),

  ...at('/functions/v1/:name', {
    POST: { body: ['type', 'userData', 'name', 'email', 'message'] },
    GET: none,
    PUT: none,
    PATCH: none,
    DELETE: none,
  }),

  ...at('/realtime/v1/websocket', { GET: { query: ['apikey', 'vsn', 'log_level'] } }),
  ...at('/realtime/v1/api/broadcast', { POST: { body: ['messages'] } }),
  ...at('/realtime/v1/api/broadcast/*', { POST: { body: ['messages'] } }),

  ...at('/storage/v1/bucket', {
    POST: { body: ['id', 'name', 'public', 'file_size_limit', 'allowed_mime_types'] },
    GET: none,
  }),
  ...at('/storage/v1/bucket/:id', { GET: none }),
  ...at('/storage/v1/object/list/:bucket', { POST: { body: object } }),
  ...at('/storage/v1/object/move', { POST: { body: object } }),
  ...at('/storage/v1/object/copy', { POST: { body: object } }),
  ...at('/storage/v1/object/:bucket', { DELETE: { body: object } }),
  ...at('/storage/v1/object/:bucket/*', {
    GET: none,
    HEAD: none,
    POST: { body: row },
    PUT: { body: row },
    DELETE: none,
  }),
  ...at('/storage/v1/object/authenticated/:bucket/*', { GET: none, HEAD: none }),
  ...at('/storage/v1/object/public/:bucket/*', { GET: none, HEAD: none }),
  ...at('/storage/v1/object/info/:bucket/*', { GET: none }),
  ...at('/storage/v1/object/info/authenticated/:bucket/*', { GET: none }),
  ...at('/storage/v1/object/info/public/:bucket/*', { GET: none }),

  ...at('/operations/v1/backup', { POST: { body: ['have'] } }),
  ...at('/operations/v1/move', { POST: { body: ['to', 'dry_run'] } }),
  ...at('/operations/v1/status', { GET: none }),

  ...at('/auth/v1/health', { GET: none }),
  ...at('/auth/v1/settings', { GET: none }),
  ...at('/auth/v1/.well-known/jwks.json', { GET: none }),
  ...at('/auth/v1/.well-known/openid-configuration', { GET: none }),
  ...at('/auth/v1/signup', {
    POST: { query: ['redirect_to'], body: ['email', 'phone', 'password', 'data', 'channel', ...pkce] },
  }),
  ...at('/auth/v1/token', {
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
  }),
  ...at('/auth/v1/otp', {
    POST: { query: ['redirect_to'], body: ['email', 'phone', 'create_user', 'data', 'channel', ...pkce] },
  }),
  ...at('/auth/v1/magiclink', { POST: { query: ['redirect_to'], body: ['email', 'data', ...pkce] } }),
  ...at('/auth/v1/verify', {
    GET: { query: ['token', 'type', 'redirect_to', 'token_hash'] },
    POST: { body: ['type', 'token', 'token_hash', 'email', 'phone', 'redirect_to'] },
  }),
  ...at('/auth/v1/resend', { POST: { query: ['redirect_to'], body: ['type', 'email', 'phone', ...pkce] } }),
  ...at('/auth/v1/recover', { POST: { query: ['redirect_to'], body: ['email', ...pkce] } }),
  ...at('/auth/v1/logout', { POST: { query: ['scope'] } }),
  ...at('/auth/v1/user', {
    GET: none,
    PUT: { query: ['redirect_to'], body: ['email', 'phone', 'password', 'current_password', 'nonce', 'data', ...pkce] },
  }),
  ...at('/auth/v1/reauthenticate', { GET: none }),
  ...at('/auth/v1/authorize', {
    GET: { query: ['provider', 'redirect_to', 'scopes', 'state', 'skip_http_redirect', ...pkce] },
  }),
  ...at('/auth/v1/callback', { GET: { query: ['code', 'state', 'error', 'error_description'] } }),
  ...at('/auth/v1/user/identities/authorize', {
    GET: { query: ['provider', 'redirect_to', 'skip_http_redirect', ...pkce] },
  }),
  ...at('/auth/v1/user/identities/:id', { DELETE: none }),
  ...at('/auth/v1/factors', { POST: { body: ['factor_type', 'friendly_name', 'issuer', 'phone'] } }),
  ...at('/auth/v1/factors/:id', { DELETE: none }),
  ...at('/auth/v1/factors/:id/challenge', { POST: { body: ['channel', 'web_authn'] } }),
  ...at('/auth/v1/factors/:id/verify', { POST: { body: ['code', ...credential] } }),
  ...at('/auth/v1/passkeys', { GET: none }),
  ...at('/auth/v1/passkeys/:id', { PATCH: { body: ['friendly_name'] }, DELETE: none }),
  ...at('/auth/v1/passkeys/registration/options', { POST: { body: [] } }),
  ...at('/auth/v1/passkeys/registration/verify', { POST: { body: credential } }),
  ...at('/auth/v1/passkeys/authentication/options', { POST: { body: [] } }),
  ...at('/auth/v1/passkeys/authentication/verify', { POST: { body: credential } }),

  ...at('/auth/v1/invite', { POST: { query: ['redirect_to'], body: ['email', 'data'] } }),
  ...at('/auth/v1/admin/generate_link', {
    POST: { body: ['type', 'email', 'new_email', 'password', 'data', 'redirect_to'] },
  }),
  ...at('/auth/v1/admin/audit', { GET: { query: ['page', 'per_page', 'query'] } }),
  ...at('/auth/v1/admin/users', { GET: { query: ['page', 'per_page', 'filter', 'sort'] }, POST: { body: user } }),
  ...at('/auth/v1/admin/users/:id', {
    GET: none,
    PUT: { body: [...user, 'ban_duration'] },
    DELETE: { body: ['should_soft_delete'] },
  }),
  ...at('/auth/v1/admin/users/:id/factors', { GET: none }),
  ...at('/auth/v1/admin/users/:id/factors/:factorId', {
    PUT: { body: ['friendly_name', 'status', 'factor_type'] },
    DELETE: none,
  }),
  ...at('/auth/v1/admin/users/:id/passkeys', { GET: none }),
  ...at('/auth/v1/admin/users/:id/passkeys/:passkeyId', { DELETE: none }),

  // Endpoints of GoTrue that this auth service does not implement. It responds to them with an error.
  ...at('/auth/v1/sso', { POST: { body: ['domain', 'provider_id'] } }),
  ...at('/auth/v1/sso/saml/acs', { POST: { body: ['SAMLResponse'] } }),
  ...at('/auth/v1/sso/saml/metadata', { GET: none }),
  ...at('/auth/v1/oauth/authorize', { GET: none }),
  ...at('/auth/v1/oauth/token', { POST: { body: ['grant_type', 'code'] } }),
  ...at('/auth/v1/oauth/userinfo', { GET: none }),
  ...at('/auth/v1/oauth/authorizations/:id', { GET: none }),
  ...at('/auth/v1/oauth/authorizations/:id/consent', { POST: { body: ['action'] } }),
  ...at('/auth/v1/oauth/clients/register', { POST: { body: ['client_name', 'redirect_uris'] } }),
  ...at('/auth/v1/user/oauth/grants', { GET: none, DELETE: none }),
  ...at('/auth/v1/admin/sso/providers', { GET: none, POST: { body: ['type'] } }),
  ...at('/auth/v1/admin/sso/providers/:id', { GET: none, PUT: { body: ['type'] }, DELETE: none }),
  ...at('/auth/v1/admin/oauth/clients', { GET: none, POST: { body: ['client_name'] } }),
  ...at('/auth/v1/admin/oauth/clients/:id', { GET: none, PUT: { body: ['client_name'] }, DELETE: none }),
  ...at('/auth/v1/admin/oauth/clients/:id/regenerate_secret', { POST: { body: [] } }),
  ...at('/auth/v1/admin/custom-providers', { GET: none, POST: { body: ['name'] } }),
  ...at('/auth/v1/admin/custom-providers/:id', { GET: none, PUT: { body: ['name'] }, DELETE: none }),
]

/** Paths without a registered route: the site serves a page, a file or the 404 page for them. */
export const unroutedEndpoints: readonly FuzzedEndpoint[] = [
  ...at('/', { GET: none, HEAD: none, POST: { body: row } }),
  ...at('/:page', { GET: none, POST: { body: row } }),
  ...at('/assets/*', { GET: none }),
]

function at(path: string, methods: Record<string, Omit<FuzzedEndpoint, 'method' | 'path'>>): FuzzedEndpoint[] {
  return Object.entries(methods).map(([method, parts]) => ({ method, path, ...parts }))
}
