import * as fc from 'fast-check'
import { hostileTextArbitrary } from './odd-values.ts'

/** The behaviour of a fuzzing client on one TCP connection: the bytes it sends, and how it ends the connection. */
export type FuzzedConnection = {
  parts: readonly Buffer[]
  /** Whether the client pauses between the parts, so that each part arrives in a separate packet. */
  isSlow: boolean
  /**
   * How the client ends the connection. `answer`: reads until the server closes the connection or pauses. `unread`: closes without
   * reading. `reset`: sends RST. `end`: sends FIN.
   */
  ending: 'reset' | 'end' | 'answer' | 'unread'
}

const paths = [
  ...['/', '/download', '/terms', '/nowhere', '/assets/none.js', '/index.html', '/health', '/ready', '/metrics', '//'],
  ...['/rest/v1/app_settings?select=key,value', '/rest/v1/early_access_users', '/rest/v1/rpc/none', '/rest/v1'],
  ...['/auth/v1/token?grant_type=password', '/auth/v1/signup', '/auth/v1/settings', '/functions/v1/send-contact-email'],
  ...[
    '/realtime/v1/websocket',
    '/realtime/v1/websocket?apikey=KEY&vsn=2.0.0',
    '/realtime/v1/api/broadcast',
    '/%',
    '/?',
  ],
  ...['/storage/v1/object/public/downloads/latest/version.json', '/storage/v1/bucket', '/operations/v1/backup', '*'],
  ...[
    'http://elsewhere.example/',
    'http://localhost/health',
    'localhost:80',
    '/%00',
    '/\u00ff',
    '/a b',
    `/${'x'.repeat(9_000)}`,
  ],
]

const methods = [
  'GET',
  'GET',
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PRI',
  'get',
  'X',
  '',
]
const protocols = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/0.9',
  'HTTP/9',
  'ICAP/1.0',
  '',
]

const headers = [
  ...[
    'connection: close',
    'connection: keep-alive',
    'connection: Upgrade',
    'connection: x,upgrade,close',
    'keep-alive: x',
  ],
  ...['expect: 100-continue', 'expect: nonsense', 'content-length: 5', 'content-length: 0', 'content-length: 99999999'],
  ...['content-length: -1', 'content-length: 1e3', 'content-length: 5, 5', 'transfer-encoding: chunked', 'trailer: x'],
  ...[
    'transfer-encoding: gzip, chunked',
    'transfer-encoding: identity',
    'transfer-encoding: chunked, chunked',
    'te: x',
  ],
  ...[
    'content-type: application/json',
    'content-type: multipart/form-data; boundary=x',
    'apikey: KEY',
    'apikey: wrong',
  ],
  ...[
    'authorization: Bearer a.b.c',
    'accept-encoding: br',
    'range: bytes=0-',
    'host: other',
    'cookie: a=b',
    ': x',
    'x',
  ],
  ...[
    'x: \u0000',
    'x: \u00ff',
    'x :y',
    ' folded: z',
    `x: ${'y'.repeat(17_000)}`,
    'x-forwarded-for: 1.2.3.4',
    'upgrade: h2c',
  ],
  ...['http2-settings: AAMAAABkAAQAAP__', 'origin: null', 'max-forwards: 0', 'sec-websocket-version: 7'],
]

const upgrades = [
  ['connection: Upgrade', 'upgrade: websocket'],
  [
    'connection: Upgrade',
    'upgrade: WebSocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
  ],
  ['connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13', 'sec-websocket-key: x'],
  ['connection: keep-alive, Upgrade', 'upgrade: websocket', 'content-length: 5'],
  ['connection: Upgrade', 'upgrade: h2c', 'http2-settings: AAMAAABk'],
]

const bodies = [
  ...[
    '',
    'hello',
    '{"name":"Half',
    '{}',
    '0\r\n\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
    '5\r\nhel',
    'zz\r\n',
    'ffffffffffffffff\r\nx',
  ],
  ...[
    '5;x="y\r\nhello',
    '-1\r\n',
    '0\r\nx: y\r\n\r\n',
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb',
    '\r\n\r\n',
  ],
  ...['\u0000'.repeat(50), 'x'.repeat(20_000), `${'1\r\nx\r\n'.repeat(2_000)}0\r\n\r\n`],
]

/** Byte sequences that are not HTTP requests: messages of other protocols, and arbitrary bytes. */
const noHttp = [
  Buffer.from('16030100c8010000c40303', 'hex'), // the beginning of a TLS handshake
  Buffer.concat([Buffer.from('1603010200010001fc0303', 'hex'), Buffer.alloc(500, 7)]),
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1'),
  Buffer.from('SSH-2.0-OpenSSH_9.9\r\n'),
  Buffer.from('PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\nGET / HTTP/1.1\r\n\r\n'),
  Buffer.from('EHLO example.com\r\nMAIL FROM:<x>\r\n'),
  Buffer.from('000000080' + '4d2162f', 'hex'), // an SSLRequest message of the PostgreSQL protocol
  Buffer.from('*1\r\n$4\r\nPING\r\n'),
  Buffer.from('\r\n\r\n\r\n'),
  Buffer.from('GET'),
  Buffer.from('GET /\r\n\r\n'),
  Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
  Buffer.alloc(1),
  Buffer.alloc(40_000, 0x41),
  Buffer.alloc(0),
]

const path = fc.oneof(
  { arbitrary: fc.constantFrom(...paths), weight: 9 },
  { arbitrary: hostileTextArbitrary, weight: 1 },
)

const request = fc
  .tuple(
    fc.constantFrom(...methods),
    path,
    fc.constantFrom(...protocols),
    fc.oneof(
      { arbitrary: fc.array(fc.constantFrom(...headers), { maxLength: 4 }), weight: 3 },
      { arbitrary: fc.constantFrom(...upgrades), weight: 2 },
      { arbitrary: fc.constant([]), weight: 1 },
    ),
    fc.constantFrom(...bodies),
  )
  .map(([method, at, protocol, lines, body]) => {
    return `${method} ${at} ${protocol}\r\n${['host: localhost', ...lines].join('\r\n')}\r\n\r\n${body}`
  })

/** Valid requests, which a fuzzing client pipelines before or after malformed ones. */
const usual = fc.constantFrom(
  'GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET /rest/v1/app_settings?select=key,value HTTP/1.1\r\nhost: localhost\r\napikey: KEY\r\n\r\n',
)

const upgrade = fc
  .tuple(path, fc.constantFrom(...upgrades), fc.constantFrom('', 'hello', '\x81\x80\0\0\0\0'))
  .map(([at, lines, head]) => `GET ${at} HTTP/1.1\r\nhost: localhost\r\n${lines.join('\r\n')}\r\n\r\n${head}`)

const text = fc.oneof(
  { arbitrary: upgrade, weight: 3 },
  { arbitrary: request, weight: 3 },
  { arbitrary: fc.tuple(request, fc.nat(400)).map(([whole, cut]) => whole.slice(0, cut)), weight: 3 },
  {
    arbitrary: fc.array(fc.oneof(usual, request), { minLength: 2, maxLength: 12 }).map((all) => all.join('')),
    weight: 2,
  },
  { arbitrary: usual.map((whole) => whole.repeat(60)), weight: 1 },
)

/** Generates the behaviour of fuzzing clients on TCP connections. `key` replaces KEY in the requests. */
export function createConnectionArbitrary(key: string): fc.Arbitrary<FuzzedConnection> {
  const bytes = fc.oneof(
    { arbitrary: text.map((whole) => Buffer.from(whole.replaceAll('KEY', key), 'latin1')), weight: 8 },
    { arbitrary: fc.constantFrom(...noHttp), weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 300 }).map((some) => Buffer.from(some)), weight: 1 },
  )
  return fc.record({
    parts: fc.tuple(bytes, fc.nat(300), fc.boolean()).map(([whole, cut, isCut]) => {
      return isCut ? [whole.subarray(0, cut), whole.subarray(cut)] : [whole]
    }),
    isSlow: fc.constantFrom(false, false, false, true),
    ending: fc.constantFrom<FuzzedConnection['ending']>('reset', 'reset', 'end', 'answer', 'unread'),
  })
}
