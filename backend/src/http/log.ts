import type { FastifyInstance } from 'fastify'
import { type Logger, pino, stdSerializers } from 'pino'

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
    serializers: { err: drawError },
    hooks: { streamWrite: maskPersonalData },
  }
  return write ? pino(options, { write }) : pino(options)
}

/**
 * What the log tells of an error, its causes included. Nothing else that an error carries: with some that is the statement and
 * its values, or the row that was refused.
 */
function drawError(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error ? { code: error.code } : {}
  const constraint = 'constraint' in error ? { constraint: error.constraint } : {}
  return { type, message, stack, ...code, ...constraint }
}

/** Shortens mail addresses to `j***@e…` and removes tokens and keys from a text. */
export function maskPersonalData(text: string): string {
  return text
    .replace(/([\p{L}\p{N}])[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]*@([\p{L}\p{N}])[\p{L}\p{N}.-]*/gu, '$1***@$2…')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]')
    .replace(/\bsb_(secret|publishable)_[\w-]+/g, 'sb_$1_[key]')
}

/**
 * Logs what was refused or went wrong, under the route's pattern: the address itself may name somebody. Answers that
 * are as they should be, and addresses that nothing stands behind, are not logged one by one.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    if (status < 400) return // nearly every answer: nothing below is worked out for it
    const route = request.routeOptions.url
    if (route === undefined && status < 500) return
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
