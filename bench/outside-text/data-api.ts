import { type CostlyRequest, HEADER_LINE_MAX_BYTES, repeatToLength } from './costly-request.ts'

const TABLE = '/rest/v1/app_settings?limit={turn}'

/** Builds a data API query of `app_settings`, the only table that visitors may read. */
function query(what: string, parameters: string): CostlyRequest {
  return { what: `query: ${what}`, method: 'GET', path: `${TABLE}&${parameters}` }
}

/** Builds a data API query that repeats one part up to the maximum length of the request line. */
function full(what: string, head: string, part: string, tail = ''): CostlyRequest {
  return query(
    what,
    head + repeatToLength(part, HEADER_LINE_MAX_BYTES - TABLE.length - head.length - tail.length - 1) + tail,
  )
}

function header(name: string, what: string, value: string): CostlyRequest {
  return { what: `header ${name}: ${what}`, method: 'GET', path: TABLE, headers: { [name]: value } }
}

/** Costly requests to the data API: for every part of a query, every header that the server parses, and request bodies. */
export const costlyDataApiRequests: readonly CostlyRequest[] = [
  query('200 full-text searches', `or=(key.eq.a${',value.fts.a'.repeat(199)})`),
  query('200 web searches', `or=(key.eq.a${',value.wfts.a'.repeat(199)})`),
  query('200 lists', `or=(key.eq.a${',key.in.(a)'.repeat(199)})`),
  query('200 ways into JSON', `or=(key.eq.a${`,value${'->1'.repeat(20)}.eq.1`.repeat(150)})`),
  query('200 terms of an order', `order=key${',key'.repeat(199)}`),
  query('200 stars', `select=*${',*'.repeat(199)}`),
  query('200 casts', `select=key${',key::text'.repeat(199)}`),
  full('order by thousands of terms', 'order=key', ',key'),
  full('order by JSON paths', 'order=value->a', ',value->a'),
  full('order by one long JSON path', 'order=value', '->a'),
  full('select thousands of columns', 'select=key', ',key'),
  full('select thousands of everything', 'select=*', ',*'),
  full('select JSON paths', 'select=value->a', ',value->a'),
  full('select casts', 'select=key', ',key::text'),
  full('select aliases', 'select=key', ',a:key'),
  full('select JSON paths of 32 steps', 'select=key', `,a:value${'->1'.repeat(32)}`),
  full('select an open quote', 'select="', '\\"'),
  full('select spaces', 'select=', '+'),
  full('columns', 'columns=key', ',key'),
  full('on_conflict', 'on_conflict=key', ',key'),
  full('in list of words', 'key=in.(a', ',a', ')'),
  full('in list of quotes', 'key=in.(""', ',""', ')'),
  full('in list of JSON', 'value=in.(1', ',1', ')'),
  full('in list never closed', 'key=in.(a', ',a'),
  full('in list of open quotes', 'key=in.("', '\\"'),
  full('or of equalities', 'or=(key.eq.a', ',key.eq.a', ')'),
  full('or of JSON paths', 'or=(key.eq.a', ',value->a.eq.1', ')'),
  full('or of long JSON paths', 'or=(key.eq.a', `,value${'->1'.repeat(32)}.eq.1`, ')'),
  full('or of texts in JSON', 'or=(key.eq.a', ',value->>a.like.*a*', ')'),
  full('or of searches', 'or=(key.eq.a', ',value.fts.a', ')'),
  full('or of web searches', 'or=(key.eq.a', ',value.wfts.a', ')'),
  full('or of null', 'or=(key.eq.a', ',key.is.null', ')'),
  full('or of one value in a list', 'or=(key.eq.a', ',key.in.(a)', ')'),
  full('or of lists of any', 'or=(key.eq.a', ',key.eq(any).{a}', ')'),
  full('or of groups', 'or=(key.eq.a', ',and(key.eq.a)', ')'),
  full('or of groups in groups', 'or=(key.eq.a', `,${'and('.repeat(9)}key.eq.a${')'.repeat(9)}`, ')'),
  full('or of brackets', 'or=(key.eq.a', ',key.eq.{', ')'),
  full('or of open quotes', 'or=(key.eq.a', ',key.eq."\\', ')'),
  full('spaces in a logic tree', 'or=(', '+'),
  full('parentheses', 'or=', '('),
  full('thousands of parameters', 'key=eq.a', '&key=eq.a'),
  full('thousands of not', 'key=not.eq.a', '&key=not.eq.a'),
  full('thousands of empty parameters', 'a', '&'),
  full('an unknown column', 'a=eq.1', '&a=eq.1'),
  full('like with stars', 'key=like.', '*a'),
  full('like with percents', 'key=like.', '%25'),
  full('like with gaps', 'key=like.', '%25_'),
  full('ilike with stars', 'key=ilike.', '*e'),
  full('not like with gaps', 'key=not.like.', '%25a%25s'),
  full('many likes', 'key=like.*e*e*e*e*e*z', '&key=like.*e*e*e*e*e*z'),
  full('like any', 'key=like(any).{a', ',a', '}'),
  full('like any, nested', 'key=like(any).', '{'),
  full('match with backslashes', 'key=match.', '\\'),
  full('match with words', 'key=match.', 'a'),
  full('imatch with letters', 'key=imatch.', 'aA'),
  full('match with parentheses', 'key=match.', '('),
  full('match any', 'key=match(any).{a', ',a', '}'),
  full('full-text search of words', 'value=fts.a', '|a'),
  full('full-text search of parentheses', 'value=fts.', '('),
  full('web search', 'value=wfts.a', '+a'),
  full('web search of quotes', 'value=wfts.', '"a'),
  full('phrase search', 'value=phfts.a', '+a'),
  full('plain search', 'value=plfts.a', '+a'),
  full('search with a long configuration', 'value=fts(', 'a'),
  full('JSON with strings never closed', 'value->a=eq.', '\\"'),
  full('JSON with backslashes', 'value->a=eq."', '\\'),
  full('JSON with members', 'value->a=cs.{"a":1', ',"a":1', '}'),
  full('JSON with exponents', 'value->a=eq.', '1e'),
  full('a long number', 'value->a=eq.', '9'),
  full('contained in', 'value=cd.[1', ',1', ']'),
  full('a limit of many digits', 'limit=', '9'),
  full('an offset of many digits', 'offset=', '9'),
  full('escapes', 'a=', '%20'),
  full('bad escapes', 'a=', '%'),
  full('plus signs', 'a=', '+'),
  full('a column name of dashes', '', '-'),
  full('a column name of arrows', 'value', '->'),
  header('accept', 'white space', repeatToLength('\t', HEADER_LINE_MAX_BYTES) + 'a'),
  header('accept', 'semicolons', repeatToLength(';', HEADER_LINE_MAX_BYTES)),
  header('accept', 'qualities', `a;q=${repeatToLength('1', HEADER_LINE_MAX_BYTES)}`),
  header('accept', 'many q', `a${repeatToLength(';q=1', HEADER_LINE_MAX_BYTES)}x`),
  header('accept', 'many types', repeatToLength('a/b,', HEADER_LINE_MAX_BYTES)),
  header('accept', 'space before a semicolon', `a${repeatToLength(' ', HEADER_LINE_MAX_BYTES)}b;`),
  header('prefer', 'many', repeatToLength('a=b,', HEADER_LINE_MAX_BYTES)),
  header('prefer', 'many known', repeatToLength('count=exact,', HEADER_LINE_MAX_BYTES)),
  header('prefer', 'equals signs', repeatToLength('=', HEADER_LINE_MAX_BYTES)),
  header('prefer', 'strict', `handling=strict,${repeatToLength('a,', HEADER_LINE_MAX_BYTES)}`),
  header('range', 'digits', repeatToLength('9', HEADER_LINE_MAX_BYTES)),
  header('range', 'items', `items=${repeatToLength('0-', HEADER_LINE_MAX_BYTES)}`),
  header('authorization', 'spaces', `Bearer ${repeatToLength(' ', HEADER_LINE_MAX_BYTES)}`),
  header('authorization', 'spaces at the end', `Bearer a${repeatToLength(' ', HEADER_LINE_MAX_BYTES)}b`),
  header('authorization', 'a token of dots', `Bearer ${repeatToLength('a.', 12_000)}`),
  header('authorization', 'a token with a long header', `Bearer ${longToken('header')}`),
  header('authorization', 'a token with a long payload', `Bearer ${longToken('payload')}`),
  header('cookie', 'semicolons', repeatToLength(';', HEADER_LINE_MAX_BYTES)),
  header('cookie', 'equals signs', repeatToLength('=', HEADER_LINE_MAX_BYTES)),
  header('cookie', 'pairs', repeatToLength('a=b;', HEADER_LINE_MAX_BYTES)),
  header('user-agent', 'letters', repeatToLength('jav', HEADER_LINE_MAX_BYTES)),
  header('accept-language', 'many', repeatToLength('a;q=0.1,', HEADER_LINE_MAX_BYTES)),
  header('accept-encoding', 'many', repeatToLength('a;q=0.1,', HEADER_LINE_MAX_BYTES)),
  header('x-forwarded-for', 'many hops', repeatToLength('127.0.0.1,', HEADER_LINE_MAX_BYTES)),
  header('x-forwarded-for', 'brackets', repeatToLength('[', HEADER_LINE_MAX_BYTES)),
  header('x-forwarded-for', 'colons', repeatToLength(':', HEADER_LINE_MAX_BYTES)),
  header('x-forwarded-for', 'percents', `::1%${repeatToLength('%', HEADER_LINE_MAX_BYTES)}`),
  header('origin', 'long', repeatToLength('a', HEADER_LINE_MAX_BYTES)),
  header('accept-profile', 'long', repeatToLength('a', HEADER_LINE_MAX_BYTES)),
  {
    what: 'function with many arguments',
    method: 'POST',
    path: '/rest/v1/rpc/claim_mail',
    body: `{${Array.from({ length: 1_600 }, (_, n) => `"m${n}":1`).join()}}`,
  },
  { what: 'table with a long name', method: 'GET', path: `/rest/v1/${repeatToLength('a', HEADER_LINE_MAX_BYTES)}` },
]

/** Builds a JSON Web Token with an invalid signature and a header or payload of maximum length. */
function longToken(part: 'header' | 'payload'): string {
  const header = { alg: 'ES256', typ: 'JWT', ...(part === 'header' ? { x: repeatToLength('[', 8_000) } : {}) }
  const payload = { role: 'anon', ...(part === 'payload' ? { x: repeatToLength('[', 8_000) } : {}) }
  const encoded = [header, payload].map((each) => Buffer.from(JSON.stringify(each)).toString('base64url'))
  return [...encoded, repeatToLength('A', 86)].join('.')
}
