import type { FastifyRequest } from 'fastify'

/** Returns the value of a request header. The values of a repeated header are joined with commas. */
export function readRequestHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
