import type { FastifyInstance } from 'fastify'
import { type Logger, pino, stdSerializers } from 'pino'
import { isMalformed } from './malformed-address.ts'

/**
 * Creates the server's log: one JSON line per event, in UTC. Query strings, bodies and headers are never logged; in addition,
 * everything that looks like an e-mail address, a key or a token is masked in the finished line, whatever it comes from.
 */
export function createLog(write?: (line: string) => void): Logger {
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
 * Formats an error for the log, with its causes. Other properties are omitted: some drivers attach the statement with its values, or
 * the refused row.
 */
function formatError(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error ? { code: error.code } : {}
  const constraint = 'constraint' in error ? { constraint: error.constraint } : {}
  return { type, message, stack, ...code, ...constraint }
}

// Each pattern starts at the start of a word, so that a long word without a match is scanned once and not again from each of its
// letters.
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

/** Masks a token: three parts joined by dots, of which the first is a JSON object and starts with `eyJ`. */
function withoutToken(word: string): string {
  const start = word.indexOf('eyJ')
  const [head = '', payload = '', ...rest] = start === -1 ? [] : word.slice(start).split('.')
  return head === '' || payload === '' || rest.length === 0
    ? word
    : [`${word.slice(0, start)}[token]`, ...rest.slice(1)].join('.')
}

/**
 * Logs refused and failed requests under their route pattern, because the URL itself may contain personal data. Successful responses
 * and unknown URLs are not logged; malformed URLs that a service refuses are.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    if (status < 400) return // the common case
    const isUnroutable = isMalformed(request)
    const route = isUnroutable ? undefined : request.routeOptions.url
    const isUnknown = route === undefined && (status === 404 || !isUnroutable)
    if (isUnknown && status < 500) return
    const facts = {
      event: 'request',
      method: request.method,
      route: route ?? 'none',
      status,
      ms: Math.round(reply.elapsedTime),
    }
    if (status >= 500) request.log.error(facts)
    else request.log.info(facts)
  })
}
