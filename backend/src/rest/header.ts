import type { FastifyRequest } from 'fastify'

/** Returns a header's value. Repeated headers are joined with commas. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
