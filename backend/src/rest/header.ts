import type { FastifyRequest } from 'fastify'

/** A header's value; several of one name are one list. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
