import * as fc from 'fast-check'

/** Plausible values by field name, so that some inputs pass the first validation. */
const plausible: Record<string, readonly unknown[]> = {
  email: ['mara.kalomi@guests.example.com', 'jonas.vilu@guests.example.com', '', 'a@b'],
  name: ['Mara Kalomi', "Seán O'Hara", 'x'],
  phone: ['+4915112345678', '4915112345678'],
  password: ['a long enough sentence', 'short'],
  type: [
    'signup',
    'recovery',
    'magiclink',
    'email',
    'email_change',
    'sms',
    'welcome_free',
    'welcome_paid',
    'public-key',
  ],
  grant_type: ['password', 'refresh_token', 'pkce', 'id_token', 'web3', 'client_credentials'],
  provider: ['google', 'github', 'x'],
  chain: ['ethereum', 'solana'],
  factor_type: ['totp', 'phone', 'webauthn', 'recovery_code'],
  issuer: ['Fondly', 'x'.repeat(64), 'あ'.repeat(64), '\ud800', 'x'.repeat(4_000)],
  friendly_name: ['My phone', 'x'.repeat(120), 'あ'.repeat(4_000)],
  code_challenge_method: ['s256', 'plain'],
  scope: ['global', 'local', 'others'],
  redirect_to: [
    'http://localhost:3000/',
    'javascript:alert(1)',
    '//elsewhere.example',
    'https://localhost@elsewhere.example',
  ],
  userData: [{ name: 'Mara Kalomi', email: 'mara.kalomi@guests.example.com', is_paid: false }],
  data: [{ name: 'Mara' }, {}],
  user_metadata: [{ name: 'Mara' }],
  app_metadata: [{ role: 'admin' }],
  message: ['Hello\r\nBcc: everybody@example.com', 'Hello'],
  is_paid: [true, false, Array(700).fill(1e308), { a: [] }],
  amount: [19, 0, -1, 1e308, '12.5', Array(700).fill(-1e308)],
  order_id: ['cs_1', 'FREE-123456'],
  key: [
    'early_access_spots',
    'x',
    'match.(x{0,255}){0,255}',
    'imatch.((((a?){0,9}){0,9}){0,9}){0,2}',
    'match.^(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)\\1\\2\\3\\4\\5\\6\\7\\8x?$',
    `match.${'(a'.repeat(3_000)}`,
    `like.${'*_'.repeat(2_000)}`,
  ],
  value: ['10', '-1', 'many', `fts.${'('.repeat(12_000)}`, `wfts.${'-'.repeat(12_000)}`, 'eq.1e131071'],
  select: [
    '*',
    'key,value',
    'value::int',
    'count()',
    'key,other(*)',
    'data->a->>b',
    'key::constructor',
    '__proto__:key',
    `value${'->a'.repeat(2_000)}`,
  ],
  order: ['key.asc', 'key.desc.nullslast', 'nothing', 'key.constructor', `value${'->a'.repeat(2_000)}`],
  or: [
    '(key.eq.a,value.gt.3)',
    '(key.in.(a,b),not.and(key.is.null))',
    '(key.constructor.a,__proto__.eq.1)',
    '(value->constructor.eq.1,key.is.toString)',
    `(value->a.eq.${'['.repeat(12_000)},key.eq.a)`,
    `(value->a.in.(${'1e131071,'.repeat(1_000)}1))`,
  ],
  limit: [1, 0, -1, 1e9],
  offset: [0, 5, -5],
  limit_to: [0, 1, -1],
  lease_seconds: [1, 2_147_483_647],
  create_user: [true, false],
  sortBy: [
    { column: 'name', order: 'asc' },
    { column: 'x; drop table', order: 'up' },
  ],
  prefixes: [['a.txt'], []],
  page: [1, 0, 99999999999],
  per_page: [50, 0, -1],
  ban_duration: ['24h', 'none', '-1h', '9999999999h'],
  status: ['verified', 'unverified'],
  vsn: ['1.0.0', '2.0.0', '9'],
}

/** Plausible path segments, by the name of the path parameter. */
const places: Record<string, readonly string[]> = {
  ':table': ['app_settings', 'early_access_users', 'contact_messages', 'mail_outbox', 'auth.users'],
  ':function': ['claim_mail', 'claim_mail_by_id', 'retry_mail', 'mark_mail_failed', 'pg_sleep'],
  ':name': [
    'send-notifications',
    'send-contact-email',
    'deliver-mail',
    'deliver-webhooks',
    'payment-webhook',
    'preview-mail',
    'nowhere',
  ],
  ':bucket': ['downloads', 'public', 'list', '..'],
  ':page': ['download', 'terms', '404', 'index.html'],
  ':id': ['00000000-0000-4000-8000-000000000000', 'downloads', '1'],
  '*': ['latest/version.json', 'a/b.txt', '../../secret-key', 'x/../y', '%2e%2e/secret-key', 'version.json'],
}

/** Property names that every JavaScript object inherits: looking up such a name in a plain object finds an inherited value. */
export const inheritedPropertyNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'] as const

const inherited: fc.Arbitrary<string> = fc.constantFrom(...inheritedPropertyNames)

/** Texts that are known to cause bugs: injection, encoding, numeric limits and expensive patterns. */
const hostile = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nx-injected: 1',
  '\u2028',
  '\ufeff',
  '\u202eabc',
  '\ud800',
  '\udfff\ud800',
  'null',
  'undefined',
  'NaN',
  '-0',
  '0x10',
  '1e400',
  '1e131071',
  '(x{0,255}){0,255}',
  '['.repeat(12_000),
  '9'.repeat(400),
  ...inheritedPropertyNames,
  "' or 1=1 --",
  '"; drop table early_access_users; --',
  "\\'",
  '$$',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '%s%n',
  '%00',
  '%zz',
  '%c0%af',
  '../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  '<script>alert(1)</script>',
  '{"a":',
  '[[[[',
  '(((((',
  '))',
  'eq.',
  'in.(',
  'not.not.eq.1',
  'a.b.c.d',
  'cs.{',
  'fts(x).y',
  'ﬁ',
  'İ',
  'ß',
  '😀'.repeat(50),
  'x'.repeat(4_000),
  'x'.repeat(5_000),
  'あ'.repeat(1_500),
  `${'('.repeat(2_000)}`,
  'e\u0301'.repeat(300),
  '2026-02-30T25:61:61Z',
  'infinity',
  '{}',
  '[]',
  '"',
  "'",
]

const text = fc.oneof(
  { arbitrary: inherited, weight: 1 },
  { arbitrary: fc.constantFrom(...hostile), weight: 3 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 60 }), weight: 2 },
  { arbitrary: fc.string({ maxLength: 60 }), weight: 1 },
)

const anything: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: text, weight: 4 },
  { arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 63)), weight: 2 },
  { arbitrary: fc.array(text, { maxLength: 4 }), weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
)

/** Generates a value for a body field or query parameter: plausible in a third of the cases, otherwise any value. */
export function createValueArbitrary(name: string): fc.Arbitrary<unknown> {
  const usual = Object.hasOwn(plausible, name) ? plausible[name] : undefined
  return usual === undefined ? anything : fc.oneof(fc.constantFrom(...usual), anything, inherited)
}

/** Generates a value that is plausible in most cases, so that the request passes the first checks and reaches later ones. */
export function createPlausibleValueArbitrary(name: string): fc.Arbitrary<unknown> {
  const usual = Object.hasOwn(plausible, name) ? plausible[name] : undefined
  if (usual === undefined) return anything
  return fc.oneof(
    { arbitrary: fc.constantFrom(...usual), weight: 16 },
    { arbitrary: anything, weight: 2 },
    { arbitrary: inherited, weight: 1 },
  )
}

/** Generates an unescaped path segment; the caller decides whether to escape it. */
export function createPathSegmentArbitrary(name: string): fc.Arbitrary<string> {
  const usual = places[name] ?? places[':id'] ?? []
  return fc.oneof({ arbitrary: fc.constantFrom(...usual), weight: 3 }, { arbitrary: text, weight: 1 })
}

/** Generates hostile and random texts for fuzz tests. */
export const hostileTextArbitrary: fc.Arbitrary<string> = text
