import { type CostlyRequest, HEADER_LINE_MAX_BYTES, PUBLIC_BODY_MAX_BYTES, repeatToLength } from './costly-request.ts'

function page(what: string, path: string, headers: Record<string, string> = {}): CostlyRequest {
  return { what: `site: ${what}`, method: 'GET', path, headers }
}

function call(what: string, name: string, members: object): CostlyRequest {
  return { what: `function: ${what}`, method: 'POST', path: `/functions/v1/${name}`, body: JSON.stringify(members) }
}

const email = 'ada.byron{turn}@example.org'
const FILE = '/storage/v1/object/public/downloads/version.json'

/** Costly requests to the site's pages, the edge functions and the storage service. */
export const costlySiteRequests: readonly CostlyRequest[] = [
  page('slashes', repeatToLength('/', HEADER_LINE_MAX_BYTES)),
  page('slashes and a letter', `${repeatToLength('/', HEADER_LINE_MAX_BYTES)}a`),
  page('dots', `/${repeatToLength('../', HEADER_LINE_MAX_BYTES)}`),
  page('escapes', `/${repeatToLength('%41', HEADER_LINE_MAX_BYTES)}`),
  page('bad escapes', `/${repeatToLength('%', HEADER_LINE_MAX_BYTES)}`),
  page('question marks', `/${repeatToLength('?', HEADER_LINE_MAX_BYTES)}`),
  page('a payment', `/?session_id=a${repeatToLength('&session_id=a', HEADER_LINE_MAX_BYTES)}`),
  page('tags', '/', { 'if-none-match': repeatToLength('"a",', HEADER_LINE_MAX_BYTES) }),
  page('tags never closed', '/', { 'if-none-match': repeatToLength('W/', HEADER_LINE_MAX_BYTES) }),
  page('encodings', '/', { 'accept-encoding': repeatToLength('br;q=0.5,', HEADER_LINE_MAX_BYTES) }),
  page('languages', '/', { 'accept-language': repeatToLength('de;q=0.5,', HEADER_LINE_MAX_BYTES) }),
  page('host', '/', { host: repeatToLength('a.', HEADER_LINE_MAX_BYTES) }),
  { what: 'function: name of marks', method: 'POST', path: '/functions/v1/send-contact-email', body: marks() },
  call('name of spaces', 'send-contact-email', {
    name: repeatToLength(' ', PUBLIC_BODY_MAX_BYTES - 200),
    email,
    message: 'a',
  }),
  call('name of line ends', 'send-contact-email', { name: `a${repeatToLength('\n', 7_000)}b`, email, message: 'a' }),
  call('message of line ends', 'send-contact-email', { name: 'Ada', email, message: repeatToLength('a\r', 5_000) }),
  call('message of letters', 'send-contact-email', { name: 'Ada', email, message: repeatToLength('a', 5_000) }),
  call('name of brackets', 'send-notifications', {
    type: 'welcome_free',
    userData: { name: repeatToLength('<', 15_000), email },
  }),
  call('name of handlers', 'send-notifications', {
    type: 'welcome_free',
    userData: { name: repeatToLength('on', 15_000), email },
  }),
  call('name of dashes', 'send-notifications', {
    type: 'welcome_free',
    userData: { name: repeatToLength('a-', 15_000), email },
  }),
  call('address of plus signs', 'send-notifications', {
    type: 'welcome_free',
    userData: { name: 'Ada Byron', email: `${repeatToLength('+', 15_000)}@example.org` },
  }),
  {
    what: 'file: range',
    method: 'GET',
    path: FILE,
    headers: { range: `bytes=${repeatToLength('0-,', HEADER_LINE_MAX_BYTES)}` },
  },
  {
    what: 'file: tags',
    method: 'GET',
    path: FILE,
    headers: { 'if-none-match': repeatToLength('W/"a', HEADER_LINE_MAX_BYTES) },
  },
  {
    what: 'file: date',
    method: 'GET',
    path: FILE,
    headers: { 'if-modified-since': repeatToLength('1 ', HEADER_LINE_MAX_BYTES) },
  },
  {
    what: 'file: date in parentheses',
    method: 'GET',
    path: FILE,
    headers: { 'if-range': repeatToLength('(', HEADER_LINE_MAX_BYTES) },
  },
  {
    what: 'file: long name',
    method: 'GET',
    path: `/storage/v1/object/public/downloads/${repeatToLength('a/', HEADER_LINE_MAX_BYTES)}`,
  },
  {
    what: 'file: download name',
    method: 'GET',
    path: `${FILE}?download=${repeatToLength('%25', HEADER_LINE_MAX_BYTES)}`,
  },
  {
    what: 'file: list',
    method: 'POST',
    path: '/storage/v1/object/list/downloads',
    body: `{"prefix":"${repeatToLength('%_', 1_000)}"}`,
  },
]

function marks(): string {
  return JSON.stringify({
    name: `a${repeatToLength('\u0301\u0316', PUBLIC_BODY_MAX_BYTES / 2 - 100)}`,
    email,
    message: 'a',
  })
}
