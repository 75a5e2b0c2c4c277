import type { FastifyInstance } from 'fastify'
import { type Logger, pino, stdSerializers } from 'pino'
import { hasMalformedUrl } from './malformed-url.ts'

/**
 * Creates the server's log: one JSON line per event, with times in UTC. Query strings, bodies and headers are never logged. In addition,
 * every text in a finished line that looks like an e-mail address, an API key or a token is masked.
 */
export function createLogger(write?: (line: string) => void): Logger {
  const options = {
    level: 'info',
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: formatError },
    hooks: { streamWrite: maskPersonalData },
  }
  return write ? pino(options, { write }) : pino(options)
}

/**
 * Formats an error and its causes for the log. Other properties are omitted, because some drivers attach the statement with its values, or
 * the rejected row.
 */
function formatError(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error ? { code: error.code } : {}
  const constraint = 'constraint' in error ? { constraint: error.constraint } : {}
  return { type, message, stack, ...code, ...constraint }
}

// Each pattern matches only from the start of a word. Otherwise a long word without a match would be scanned again from each of its
// letters, in quadratic time.
const ADDRESS =
  /(?<![\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-])([\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+)@([\p{L}\p{N}])[\p{L}\p{N}.-]*/gu
const DOTTED_WORD = /(?<![\w.-])[\w.-]+/g
const KEY = /\bsb_(secret|publishable)_[\w-]+/g

/** Shortens e-mail addresses to `j***@e…` and removes tokens and keys from a text. */
export function maskPersonalData(text: string): string {
  const withoutTokens = text.includes('eyJ') ? text.replace(DOTTED_WORD, withoutToken) : text
  return withoutTokens.replace(ADDRESS, shortened).replace(KEY, 'sb_$1_[key]')
}

function shortened(address: string, mailbox: string, host: string): string {
  const first = mailbox.search(/[\p{L}\p{N}]/u)
  return first === -1
    ? address
    : `${mailbox.slice(0, first)}${String.fromCodePoint(mailbox.codePointAt(first) ?? 0)}***@${host}…`
}

/** Masks a JWT in a word: three parts joined by dots, of which the first is an encoded JSON object and starts with `eyJ`. */
function withoutToken(word: string): string {
  const start = word.indexOf('eyJ')
  const [head = '', payload = '', ...rest] = start === -1 ? [] : word.slice(start).split('.')
  return head === '' || payload === '' || rest.length === 0
    ? word
    : [`${word.slice(0, start)}[token]`, ...rest.slice(1)].join('.')
}

/**
 * Logs rejected and failed requests with their route pattern, because the URL itself may contain personal data. Successful responses and
 * requests for unknown URLs are not logged. Malformed URLs are logged if a service rejects them.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    if (status < 400) return // successful requests are not logged
    const isUnroutable = hasMalformedUrl(request)
    const route = isUnroutable ? undefined : request.routeOptions.url
    const isUnknown = route === undefined && (status === 404 || !isUnroutable)
    if (isUnknown && status < 500) return
    request.log[status >= 500 ? 'error' : 'info']({
      event: 'request',
      method: request.method,
      route: route ?? 'none',
      status,
      ms: Math.round(reply.elapsedTime),
    })
  })
}
