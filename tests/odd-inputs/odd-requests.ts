import * as fc from 'fast-check'
import type { FuzzedEndpoint } from './endpoints.ts'
import {
  createPathSegmentArbitrary,
  createPlausibleValueArbitrary,
  createValueArbitrary,
  hostileTextArbitrary,
  inheritedPropertyNames,
} from './odd-values.ts'

/** The credentials of a request: none, the publishable key, a user's token, the secret key, or a forged token. */
export type RequestCredentials = 'nobody' | 'visitor' | 'member' | 'operator' | 'impostor'

/** A request of a fuzzing client: credentials, method, URL, headers and body. */
export type FuzzedRequest = {
  asker: RequestCredentials
  method: string
  /** The path and query of the URL, with only the characters that Node's HTTP client accepts. */
  url: string
  headers: Record<string, string>
  body: string | null
}

const oddHeaders: Record<string, readonly string[]> = {
  prefer: [
    'return=representation',
    'count=exact',
    'resolution=merge-duplicates',
    'tx=rollback',
    'handling=strict, x=y',
    ...inheritedPropertyNames.map((word) => `${word}=1`),
    ',,=',
  ],
  accept: [
    'application/vnd.pgrst.object+json',
    'text/csv',
    'application/geo+json',
    '*/*;q=x',
    'a/b,'.repeat(100),
    ...inheritedPropertyNames,
  ],
  range: [
    '0-9',
    '9-0',
    'bytes=0-0,-1',
    'bytes=,',
    `bytes=${'0-,'.repeat(1_000)}`,
    'bytes=9999999999-',
    'items=0-',
    'constructor=0-1',
  ],
  'range-unit': ['items', 'bytes'],
  'accept-profile': ['public', 'auth', 'x', ...inheritedPropertyNames],
  'content-profile': ['public', 'private'],
  'if-none-match': ['*', 'W/"x"', '"', '"x", "y"'],
  'if-match': ['*', '"x"'],
  'if-range': ['"x"', 'Sat, 21 Nov 2026 00:00:00 GMT', 'nonsense'],
  'x-upsert': ['true', 'maybe'],
  'x-metadata': ['e30=', 'not base64', 'W10='],
  'cache-control': ['max-age=5', '\u00ff'],
  'content-disposition': ['attachment; filename="../x"'],
  origin: ['null', 'https://elsewhere.example', 'http://localhost'],
  host: ['elsewhere.example', ''],
  cookie: ['a=b; __Host-x=y', '='.repeat(500), '__proto__=1; constructor=1'],
  'x-client-info': ['supabase-js/2', '\u00e9'.repeat(200)],
  'x-supabase-api-version': ['2024-01-01', '1'],
  'content-encoding': ['gzip', 'identity'],
  'accept-encoding': ['gzip;q=0, *', 'gzip;q=2', '', ...inheritedPropertyNames],
  ...Object.fromEntries(inheritedPropertyNames.map((word) => [word, inheritedPropertyNames])),
  'user-agent': ['curl/8', 'x'.repeat(2_000)],
}

const contentTypes = [
  'application/json',
  'application/json',
  'application/json',
  'application/json;charset=UTF-8',
  'application/json; charset=latin1',
  'text/plain',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/octet-stream',
  'x',
  ...inheritedPropertyNames,
]

/** Generates requests to one endpoint, from nearly valid to random. */
export function createRequestArbitrary(endpoint: FuzzedEndpoint): fc.Arbitrary<FuzzedRequest> {
  return fc.record({
    asker: fc.constantFrom<RequestCredentials>(
      'nobody',
      'visitor',
      'visitor',
      'member',
      'operator',
      'operator',
      'impostor',
    ),
    method: fc.constant(endpoint.method),
    url: fc.tuple(pathOf(endpoint.path), queryOf(endpoint.query ?? [])).map(([path, query]) => path + query),
    headers: fc.tuple(headersOf(), fc.constantFrom(...contentTypes)).map(([headers, type]) => {
      return endpoint.body === undefined ? headers : { ...headers, 'content-type': type }
    }),
    body: endpoint.body === undefined ? fc.constant(null) : bodyOf(endpoint.body),
  })
}

function pathOf(pattern: string): fc.Arbitrary<string> {
  const parts = pattern.split('/').map((part) => {
    if (!part.startsWith(':') && part !== '*') return fc.constant(part)
    return fc
      .tuple(createPathSegmentArbitrary(part), fc.boolean())
      .map(([text, isRaw]) => (isRaw ? wireSafe(text) : escaped(text)))
  })
  return fc.tuple(...parts).map((all) => all.join('/'))
}

function queryOf(names: readonly string[]): fc.Arbitrary<string> {
  const words = fc.constantFrom(...inheritedPropertyNames)
  const name =
    names.length === 0
      ? fc.oneof(hostileTextArbitrary, words)
      : fc.oneof({ arbitrary: fc.constantFrom(...names), weight: 5 }, hostileTextArbitrary, words)
  const pair = name.chain((chosen) =>
    fc.tuple(
      fc.constant(chosen),
      fc.constantFrom('', 'eq.', 'in.(', 'not.is.', 'like.', 'constructor.', '__proto__(any).'),
      createValueArbitrary(chosen),
      fc.boolean(),
    ),
  )
  return fc.array(pair, { maxLength: 4 }).map((pairs) => {
    const written = pairs.map(([key, operator, value, isRaw]) => {
      const text = `${operator}${typeof value === 'string' ? value : JSON.stringify(value)}`
      return isRaw ? `${wireSafe(key)}=${wireSafe(text)}` : `${escaped(key)}=${escaped(text)}`
    })
    return written.length === 0 ? '' : `?${written.join('&')}`.slice(0, 6_000)
  })
}

function headersOf(): fc.Arbitrary<Record<string, string>> {
  const header = fc.constantFrom(...Object.entries(oddHeaders)).chain(([name, values]) => {
    return fc.tuple(fc.constant(name), fc.constantFrom(...values))
  })
  return fc.array(header, { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs))
}

function bodyOf(names: readonly string[]): fc.Arbitrary<string> {
  const members = Object.fromEntries(names.map((name) => [name, createValueArbitrary(name)]))
  const inherited = fc.array(fc.tuple(fc.constantFrom(...inheritedPropertyNames), createValueArbitrary('')), {
    maxLength: 2,
  })
  const object = fc
    .tuple(fc.record(members, { requiredKeys: [] }), inherited)
    .map(([usual, others]) => Object.fromEntries([...Object.entries(usual), ...others]))
  const nearlyRight = fc
    .subarray([...names], { maxLength: Math.min(4, names.length) })
    .chain((some) => fc.record(Object.fromEntries(some.map((name) => [name, createPlausibleValueArbitrary(name)]))))
  const json = fc.oneof(
    { arbitrary: nearlyRight, weight: 8 },
    { arbitrary: object, weight: 4 },
    fc.array(object, { maxLength: 3 }),
    createValueArbitrary(''),
  )
  const text = json.map((value) => JSON.stringify(value) ?? '')
  return fc.oneof(
    { arbitrary: text, weight: 8 },
    { arbitrary: fc.tuple(text, fc.nat(200)).map(([whole, cut]) => whole.slice(0, cut)), weight: 1 },
    {
      arbitrary: fc.constantFrom('{"__proto__":{"x":1}}', '['.repeat(10_000), '{"a":1,"a":2}', '1e999', '\ufeff{}'),
      weight: 1,
    },
  )
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Removes characters that Node's HTTP client rejects in a request line. */
function wireSafe(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '').replaceAll('#', '')
}
