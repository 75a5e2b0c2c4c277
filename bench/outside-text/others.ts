import { BODY_MAX, type CostlyRequest, filled, LINE_MAX } from './costly-request.ts'

function page(what: string, path: string, headers: Record<string, string> = {}): CostlyRequest {
  return { what: `site: ${what}`, method: 'GET', path, headers }
}

function call(what: string, name: string, members: object): CostlyRequest {
  return { what: `function: ${what}`, method: 'POST', path: `/functions/v1/${name}`, body: JSON.stringify(members) }
}

const email = 'ada.byron{turn}@example.org'
const FILE = '/storage/v1/object/public/downloads/version.json'

/** Costly requests to the site's pages, the edge functions and the storage service. */
export const others: readonly CostlyRequest[] = [
  page('slashes', filled('/', LINE_MAX)),
  page('slashes and a letter', `${filled('/', LINE_MAX)}a`),
  page('dots', `/${filled('../', LINE_MAX)}`),
  page('escapes', `/${filled('%41', LINE_MAX)}`),
  page('bad escapes', `/${filled('%', LINE_MAX)}`),
  page('question marks', `/${filled('?', LINE_MAX)}`),
  page('a payment', `/?session_id=a${filled('&session_id=a', LINE_MAX)}`),
  page('tags', '/', { 'if-none-match': filled('"a",', LINE_MAX) }),
  page('tags never closed', '/', { 'if-none-match': filled('W/', LINE_MAX) }),
  page('encodings', '/', { 'accept-encoding': filled('br;q=0.5,', LINE_MAX) }),
  page('languages', '/', { 'accept-language': filled('de;q=0.5,', LINE_MAX) }),
  page('host', '/', { host: filled('a.', LINE_MAX) }),
  { what: 'function: name of marks', method: 'POST', path: '/functions/v1/send-contact-email', body: marks() },
  call('name of spaces', 'send-contact-email', { name: filled(' ', BODY_MAX - 200), email, message: 'a' }),
  call('name of line ends', 'send-contact-email', { name: `a${filled('\n', 7_000)}b`, email, message: 'a' }),
  call('message of line ends', 'send-contact-email', { name: 'Ada', email, message: filled('a\r', 5_000) }),
  call('message of letters', 'send-contact-email', { name: 'Ada', email, message: filled('a', 5_000) }),
  call('name of brackets', 'send-notifications', {
    type: 'welcome_free',
    userData: { name: filled('<', 15_000), email },
  }),
  call('name of handlers', 'send-notifications', {
    type: 'welcome_free',
    userData: { name: filled('on', 15_000), email },
  }),
  call('name of dashes', 'send-notifications', {
    type: 'welcome_free',
    userData: { name: filled('a-', 15_000), email },
  }),
  call('address of plus signs', 'send-notifications', {
    type: 'welcome_free',
    userData: { name: 'Ada Byron', email: `${filled('+', 15_000)}@example.org` },
  }),
  { what: 'file: range', method: 'GET', path: FILE, headers: { range: `bytes=${filled('0-,', LINE_MAX)}` } },
  { what: 'file: tags', method: 'GET', path: FILE, headers: { 'if-none-match': filled('W/"a', LINE_MAX) } },
  { what: 'file: date', method: 'GET', path: FILE, headers: { 'if-modified-since': filled('1 ', LINE_MAX) } },
  { what: 'file: date in parentheses', method: 'GET', path: FILE, headers: { 'if-range': filled('(', LINE_MAX) } },
  { what: 'file: long name', method: 'GET', path: `/storage/v1/object/public/downloads/${filled('a/', LINE_MAX)}` },
  { what: 'file: download name', method: 'GET', path: `${FILE}?download=${filled('%25', LINE_MAX)}` },
  {
    what: 'file: list',
    method: 'POST',
    path: '/storage/v1/object/list/downloads',
    body: `{"prefix":"${filled('%_', 1_000)}"}`,
  },
]

function marks(): string {
  return JSON.stringify({ name: `a${filled('\u0301\u0316', BODY_MAX / 2 - 100)}`, email, message: 'a' })
}
