import type { FastifyInstance } from 'fastify'
import { type Logger, pino, stdSerializers } from 'pino'
import { isMalformed } from './malformed-address.ts'

/**
 * The server's log: one JSON line an event, UTC. It holds no query string, no body and no header; and as a last net,
 * whatever looks like an address, a key or a token is masked in the finished line, wherever it came from.
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
 * What the log tells of an error, its causes included. Nothing else that an error carries: with some that is the statement and
 * its values, or the row that was refused.
 */
function formatError(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error ? { code: error.code } : {}
  const constraint = 'constraint' in error ? { constraint: error.constraint } : {}
  return { type, message, stack, ...code, ...constraint }
}

// Each begins where a word begins, so that a long word that is no match is read once and not again from every letter of it.
const ADDRESS =
  /(?<![\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-])([\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+)@([\p{L}\p{N}])[\p{L}\p{N}.-]*/gu
const DOTTED_WORD = /(?<![\w.-])[\w.-]+/g
const KEY = /\bsb_(secret|publishable)_[\w-]+/g

/** Shortens mail addresses to `j***@e…` and removes tokens and keys from a text. */
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

/** A token is three parts joined by dots, of which the first is a JSON object and begins with `eyJ`. */
function withoutToken(word: string): string {
  const start = word.indexOf('eyJ')
  const [head = '', payload = '', ...rest] = start === -1 ? [] : word.slice(start).split('.')
  return head === '' || payload === '' || rest.length === 0
    ? word
    : [`${word.slice(0, start)}[token]`, ...rest.slice(1)].join('.')
}

/**
 * Logs what was refused or went wrong, under the route's pattern: the address itself may name somebody. Answers that
 * are as they should be, and addresses that nothing stands behind, are not logged one by one. Those
 * that a service refuses because they are not well formed are.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    if (status < 400) return // nearly every answer: nothing below is worked out for it
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
