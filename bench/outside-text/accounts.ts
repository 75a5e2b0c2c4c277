import { AUTH_BODY_MAX_BYTES, type CostlyRequest, HEADER_LINE_MAX_BYTES, repeatToLength } from './costly-request.ts'

/** Builds a POST request to the auth service. */
function auth(what: string, path: string, members: object): CostlyRequest {
  return { what: `accounts: ${what}`, method: 'POST', path: `/auth/v1${path}`, body: JSON.stringify(members) }
}

function get(what: string, path: string, headers: Record<string, string> = {}): CostlyRequest {
  return { what: `accounts: ${what}`, method: 'GET', path: `/auth/v1${path}`.slice(0, HEADER_LINE_MAX_BYTES), headers }
}

const email = 'ada.byron{turn}@example.org'
const password = 'a long enough sentence'
const FIELD_MAX = 4_096

/**
 * Costly requests to the auth service, with expensive e-mail addresses, phone numbers, passwords, metadata, links, wallets and providers.
 */
export const costlyAuthRequests: readonly CostlyRequest[] = [
  { ...auth('sign-up', '/signup', { email, password }), hashesPassword: true },
  auth('address of dots', '/signup', { email: `${repeatToLength('a.', FIELD_MAX - 20)}@example.org`, password }),
  auth('address of labels', '/signup', { email: `a@${repeatToLength('a.', FIELD_MAX - 10)}org`, password }),
  auth('address of spaces', '/recover', { email: `a${repeatToLength(' ', FIELD_MAX - 20)}b@example.org` }),
  auth('address of marks', '/recover', { email: repeatToLength('\u0301\u0316', FIELD_MAX) }),
  auth('phone of spaces', '/otp', { phone: `+1${repeatToLength(' ', FIELD_MAX - 3)}1` }),
  auth('phone of digits', '/otp', { phone: repeatToLength('1', FIELD_MAX) }),
  auth('password of letters', '/signup', { email, password: repeatToLength('é', FIELD_MAX) }),
  { ...auth('password of marks', '/signup', { email, password: repeatToLength('\u0301', 36) }), hashesPassword: true },
  auth('challenge of dashes', '/recover', {
    email,
    code_challenge: repeatToLength('-', FIELD_MAX),
    code_challenge_method: 's256',
  }),
  auth('metadata of many members', '/signup', {
    email,
    password,
    data: Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`m${n}`, n])),
  }),
  auth('metadata of one long text', '/signup', {
    email,
    password,
    data: { a: repeatToLength('a', AUTH_BODY_MAX_BYTES - 200) },
  }),
  auth('metadata of lists', '/signup', { email, password, data: { a: Array.from({ length: 15_000 }, () => []) } }),
  auth('code', '/verify', { type: 'email', email, token: repeatToLength('1', FIELD_MAX) }),
  auth('hash of a link', '/verify', { type: 'email', token_hash: repeatToLength('a', FIELD_MAX) }),
  auth('refresh token', '/token?grant_type=refresh_token', { refresh_token: repeatToLength('a', FIELD_MAX) }),
  { ...auth('sign-in', '/token?grant_type=password', { email, password }), hashesPassword: true },
  auth('auth code', '/token?grant_type=pkce', {
    auth_code: repeatToLength('a', FIELD_MAX),
    code_verifier: repeatToLength('a', FIELD_MAX),
  }),
  auth('identity token', '/token?grant_type=id_token', {
    provider: 'google',
    id_token: repeatToLength('a.', FIELD_MAX),
  }),
  auth('wallet', '/token?grant_type=web3', {
    chain: 'solana',
    message: repeatToLength('a:\n', 20_000),
    signature: repeatToLength('a', 86),
  }),
  auth('quotes', '/signup', [repeatToLength('"\\', AUTH_BODY_MAX_BYTES / 3)]),
  {
    what: 'accounts: strings never closed',
    method: 'POST',
    path: '/auth/v1/signup',
    body: repeatToLength('\\"', AUTH_BODY_MAX_BYTES),
  },
  { what: 'accounts: digits', method: 'POST', path: '/auth/v1/signup', body: repeatToLength('9', AUTH_BODY_MAX_BYTES) },
  {
    what: 'accounts: lists',
    method: 'POST',
    path: '/auth/v1/signup',
    body: `[${repeatToLength('[],', AUTH_BODY_MAX_BYTES)}[]]`,
  },
  {
    what: 'accounts: exponents',
    method: 'POST',
    path: '/auth/v1/signup',
    body: `[${repeatToLength('1e0,', AUTH_BODY_MAX_BYTES)}1]`,
  },
  get('redirect of stars', `/authorize?provider=google&redirect_to=https://${repeatToLength('a.', 2_000)}`),
  get('redirect of slashes', `/authorize?provider=google&redirect_to=${repeatToLength('/', HEADER_LINE_MAX_BYTES)}`),
  get('parameters for the provider', `/authorize?provider=google${repeatToLength('&a=b', HEADER_LINE_MAX_BYTES)}`),
  get(
    'many different parameters',
    `/authorize?provider=google${Array.from({ length: 1_900 }, (_, n) => `&a${n}=b`).join('')}`,
  ),
  get('state', `/callback?state=${repeatToLength('a', HEADER_LINE_MAX_BYTES)}`),
  get('error of the provider', `/callback?error=a&error_description=${repeatToLength('a', HEADER_LINE_MAX_BYTES)}`),
  get('link', `/verify?type=signup&token=${repeatToLength('a', HEADER_LINE_MAX_BYTES)}`),
  get('bearer of dots', '/user', { authorization: `Bearer ${repeatToLength('a.', 12_000)}` }),
  get('bearer of spaces', '/user', { authorization: `Bearer ${repeatToLength(' ', HEADER_LINE_MAX_BYTES)}` }),
  get('cookies', '/callback?state=a', { cookie: repeatToLength('a=b; ', HEADER_LINE_MAX_BYTES) }),
]
