import { JSON_BODIES, REPEATED_TEXTS, VALID_QUERIES } from './repeated-texts.ts'

/**
 * A request without the secret key that is as expensive to process as the length limits allow. `{turn}` in the path and the body is
 * replaced by a new number for each request.
 */
export type CostlyRequest = {
  what: string
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
  /** Whether the server may hash a password for the request, which deliberately takes about 25 ms in the thread pool of libuv. */
  hashesPassword: boolean
}

/** Node limits all headers and the request line together to 16 KiB, part of which the API key occupies. */
const HEADER_BYTES = 15_400
/** The maximum length of a request body without the secret key, for the auth service and for the others. */
const AUTH_BODY_BYTES = 64_000
const BODY_BYTES = 16_000
/** The maximum length of a text in a request to the auth service. */
const AUTH_TEXT_BYTES = 4_096

const TABLE = '/rest/v1/app_settings?limit={turn}&'
const FILES = '/storage/v1/object/public/downloads/'
const AUTH = '/auth/v1'
const email = 'ada.byron{turn}@example.org'
const password = 'a long enough sentence'

/** Paths that end with a repeated text. */
const PATHS = [
  ...['', 'key=eq.', 'key=in.(', 'key=in.("', 'or=(', 'select=', 'select="', 'order=', 'columns=', 'on_conflict='].map(
    (query) => TABLE + query,
  ),
  ...['limit=', 'offset=', 'value->a=eq.', 'value->a=cs.', 'value=fts(', 'value'].map((query) => TABLE + query),
  ...['/', '/?session_id=', '/rest/v1/', FILES, `${FILES}version.json?download=`],
  ...[`${AUTH}/authorize?provider=google&redirect_to=https://`, `${AUTH}/callback?state=`],
  ...[`${AUTH}/verify?type=signup&token=`, `${AUTH}/callback?error=a&error_description=`],
]

/** Headers that contain a repeated text, with the path of the request. */
const HEADERS: Record<string, readonly string[]> = {
  [TABLE]: ['accept', 'prefer', 'range', 'accept-profile', 'x-forwarded-for'],
  '/': ['accept-encoding', 'accept-language', 'if-none-match', 'host', 'origin', 'user-agent', 'cookie'],
  [`${FILES}version.json`]: ['range', 'if-none-match', 'if-modified-since', 'if-range'],
}

/** Requests with a JSON body in which `text` stands for the repeated text. */
const BODIES: readonly [path: string, members: (text: string) => object, bytes: number][] = [
  ['/rest/v1/early_access_users', (text) => ({ name: text, email }), BODY_BYTES],
  ['/rest/v1/early_access_users', (text) => ({ name: 'Ada Byron', email: `${text}@example.org` }), BODY_BYTES],
  ['/rest/v1/early_access_users', (text) => ({ name: 'Ada Byron', email: `a@${text}org` }), BODY_BYTES],
  ['/rest/v1/early_access_users', (text) => ({ name: 'Ada Byron', email, order_id: text }), BODY_BYTES],
  ['/functions/v1/send-contact-email', (text) => ({ name: text, email, message: 'a' }), BODY_BYTES],
  ['/functions/v1/send-contact-email', (text) => ({ name: 'Ada', email, message: text }), 5_000],
  ['/functions/v1/send-notifications', (name) => ({ type: 'welcome_free', userData: { name, email } }), BODY_BYTES],
  ['/storage/v1/object/list/downloads', (text) => ({ prefix: text }), 1_000],
  [`${AUTH}/signup`, (text) => ({ email: `${text}@example.org`, password }), AUTH_TEXT_BYTES],
  [`${AUTH}/signup`, (text) => ({ email, password: text }), AUTH_TEXT_BYTES],
  [`${AUTH}/signup`, (text) => ({ email, password, data: { a: text } }), AUTH_BODY_BYTES],
  [`${AUTH}/recover`, (text) => ({ email: `a@${text}.org` }), AUTH_TEXT_BYTES],
  [`${AUTH}/recover`, (text) => ({ email, code_challenge: text, code_challenge_method: 's256' }), AUTH_TEXT_BYTES],
  [`${AUTH}/otp`, (text) => ({ phone: `+1${text}1` }), AUTH_TEXT_BYTES],
  [`${AUTH}/verify`, (text) => ({ type: 'email', email, token: text }), AUTH_TEXT_BYTES],
  [`${AUTH}/token?grant_type=refresh_token`, (text) => ({ refresh_token: text }), AUTH_TEXT_BYTES],
  [`${AUTH}/token?grant_type=pkce`, (text) => ({ auth_code: 'a', code_verifier: text }), AUTH_TEXT_BYTES],
  [`${AUTH}/token?grant_type=id_token`, (id_token) => ({ provider: 'google', id_token }), AUTH_TEXT_BYTES],
  [`${AUTH}/token?grant_type=web3`, (message) => ({ chain: 'solana', message, signature: 'a' }), AUTH_BODY_BYTES],
  [`${AUTH}/token?grant_type=password`, (text) => ({ email: `${text}@example.org`, password }), AUTH_TEXT_BYTES],
]

/** Every place of a request that the server parses, with every repeated text, and long valid queries and bodies. */
export function createCostlyRequests(): CostlyRequest[] {
  return [
    ...VALID_QUERIES.map(([head, repeated, tail = '']) => get(TABLE + head, repeated, tail)),
    ...PATHS.flatMap((path) => REPEATED_TEXTS.map((text) => get(path, encode(text)))),
    ...Object.entries(HEADERS).flatMap(([path, names]) =>
      names.flatMap((name) => REPEATED_TEXTS.filter(isHeaderText).map((text) => withHeader(path, name, '', text))),
    ),
    ...REPEATED_TEXTS.filter(isHeaderText).map((text) => withHeader(TABLE, 'authorization', 'Bearer ', text)),
    ...REPEATED_TEXTS.filter(isHeaderText).map((text) => withHeader(TABLE, 'content-type', 'application/json', text)),
    ...JSON_BODIES.map(([head, repeated, tail = '']) =>
      post('/rest/v1/early_access_users', head, repeated, tail, BODY_BYTES),
    ),
    ...JSON_BODIES.map(([head, repeated, tail = '']) =>
      post(
        `${AUTH}/signup`,
        `{"email":"${email}","password":"${password}","data":${head}`,
        repeated,
        `${tail}}`,
        AUTH_BODY_BYTES,
      ),
    ),
    ...BODIES.flatMap(([path, members, bytes]) => {
      const [head = '', tail = ''] = JSON.stringify(members('{text}')).split('{text}')
      return REPEATED_TEXTS.map((text) => post(path, head, JSON.stringify(text).slice(1, -1), tail, bytes))
    }),
  ]
}

function get(head: string, repeated: string, tail = ''): CostlyRequest {
  const path = head + repeat(repeated, HEADER_BYTES - head.length - tail.length) + tail
  return { what: `${head}${repeated.slice(0, 20)} …`, method: 'GET', path, hashesPassword: false }
}

function withHeader(path: string, name: string, head: string, repeated: string): CostlyRequest {
  const value = `${head}${repeat(repeated, HEADER_BYTES - path.length)}x`
  const what = `${path} ${name}: ${head}${repeated} …`
  return { what, method: 'GET', path, headers: { [name]: value }, hashesPassword: false }
}

function post(path: string, head: string, repeated: string, tail: string, bytes: number): CostlyRequest {
  const room = bytes - Buffer.byteLength(head + tail) - 50 // bytes for the number of the turn
  const body = head + repeat(repeated, room) + tail
  return {
    what: `${path} ${head}${repeated} … ${tail}`,
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body,
    hashesPassword: /signup|grant_type=password/.test(path),
  }
}

function repeat(text: string, bytes: number): string {
  const longest = Buffer.byteLength(text.replace('{n}', '99999').replace('{turn}', '99999'))
  const count = Math.max(1, Math.floor(bytes / longest))
  return Array.from({ length: count }, (_, n) => text.replace('{n}', String(n))).join('')
}

/** Returns whether Node sends the text in a header: RFC 9110 allows visible ASCII, space and tab. */
function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e]+$/.test(text)
}

/** Percent-encodes the characters that a request line cannot contain. */
function encode(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]|#/g, encodeURIComponent)
}
