import { AUTH_BODY_MAX, type CostlyRequest, filled, LINE_MAX } from './costly-request.ts'

/** Builds a POST request to the auth service. */
function auth(what: string, path: string, members: object): CostlyRequest {
  return { what: `accounts: ${what}`, method: 'POST', path: `/auth/v1${path}`, body: JSON.stringify(members) }
}

function get(what: string, path: string, headers: Record<string, string> = {}): CostlyRequest {
  return { what: `accounts: ${what}`, method: 'GET', path: `/auth/v1${path}`.slice(0, LINE_MAX), headers }
}

const email = 'ada.byron{turn}@example.org'
const password = 'a long enough sentence'
const FIELD_MAX = 4_096

/** Costly requests to the auth service, with expensive addresses, passwords, metadata, links, wallets and providers. */
export const accounts: readonly CostlyRequest[] = [
  { ...auth('sign-up', '/signup', { email, password }), hashesPassword: true },
  auth('address of dots', '/signup', { email: `${filled('a.', FIELD_MAX - 20)}@example.org`, password }),
  auth('address of labels', '/signup', { email: `a@${filled('a.', FIELD_MAX - 10)}org`, password }),
  auth('address of spaces', '/recover', { email: `a${filled(' ', FIELD_MAX - 20)}b@example.org` }),
  auth('address of marks', '/recover', { email: filled('\u0301\u0316', FIELD_MAX) }),
  auth('phone of spaces', '/otp', { phone: `+1${filled(' ', FIELD_MAX - 3)}1` }),
  auth('phone of digits', '/otp', { phone: filled('1', FIELD_MAX) }),
  auth('password of letters', '/signup', { email, password: filled('é', FIELD_MAX) }),
  { ...auth('password of marks', '/signup', { email, password: filled('\u0301', 36) }), hashesPassword: true },
  auth('challenge of dashes', '/recover', {
    email,
    code_challenge: filled('-', FIELD_MAX),
    code_challenge_method: 's256',
  }),
  auth('metadata of many members', '/signup', {
    email,
    password,
    data: Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`m${n}`, n])),
  }),
  auth('metadata of one long text', '/signup', { email, password, data: { a: filled('a', AUTH_BODY_MAX - 200) } }),
  auth('metadata of lists', '/signup', { email, password, data: { a: Array.from({ length: 15_000 }, () => []) } }),
  auth('code', '/verify', { type: 'email', email, token: filled('1', FIELD_MAX) }),
  auth('hash of a link', '/verify', { type: 'email', token_hash: filled('a', FIELD_MAX) }),
  auth('refresh token', '/token?grant_type=refresh_token', { refresh_token: filled('a', FIELD_MAX) }),
  { ...auth('sign-in', '/token?grant_type=password', { email, password }), hashesPassword: true },
  auth('auth code', '/token?grant_type=pkce', {
    auth_code: filled('a', FIELD_MAX),
    code_verifier: filled('a', FIELD_MAX),
  }),
  auth('identity token', '/token?grant_type=id_token', { provider: 'google', id_token: filled('a.', FIELD_MAX) }),
  auth('wallet', '/token?grant_type=web3', {
    chain: 'solana',
    message: filled('a:\n', 20_000),
    signature: filled('a', 86),
  }),
  auth('quotes', '/signup', [filled('"\\', AUTH_BODY_MAX / 3)]),
  {
    what: 'accounts: strings never closed',
    method: 'POST',
    path: '/auth/v1/signup',
    body: filled('\\"', AUTH_BODY_MAX),
  },
  { what: 'accounts: digits', method: 'POST', path: '/auth/v1/signup', body: filled('9', AUTH_BODY_MAX) },
  { what: 'accounts: lists', method: 'POST', path: '/auth/v1/signup', body: `[${filled('[],', AUTH_BODY_MAX)}[]]` },
  { what: 'accounts: exponents', method: 'POST', path: '/auth/v1/signup', body: `[${filled('1e0,', AUTH_BODY_MAX)}1]` },
  get('redirect of stars', `/authorize?provider=google&redirect_to=https://${filled('a.', 2_000)}`),
  get('redirect of slashes', `/authorize?provider=google&redirect_to=${filled('/', LINE_MAX)}`),
  get('parameters for the provider', `/authorize?provider=google${filled('&a=b', LINE_MAX)}`),
  get(
    'many different parameters',
    `/authorize?provider=google${Array.from({ length: 1_900 }, (_, n) => `&a${n}=b`).join('')}`,
  ),
  get('state', `/callback?state=${filled('a', LINE_MAX)}`),
  get('error of the provider', `/callback?error=a&error_description=${filled('a', LINE_MAX)}`),
  get('link', `/verify?type=signup&token=${filled('a', LINE_MAX)}`),
  get('bearer of dots', '/user', { authorization: `Bearer ${filled('a.', 12_000)}` }),
  get('bearer of spaces', '/user', { authorization: `Bearer ${filled(' ', LINE_MAX)}` }),
  get('cookies', '/callback?state=a', { cookie: filled('a=b; ', LINE_MAX) }),
]
