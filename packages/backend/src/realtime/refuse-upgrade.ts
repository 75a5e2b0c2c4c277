import type { Duplex } from 'node:stream'
import { closeConnection } from '../http/close-connection.ts'
import type { RenderedError } from '../http/errors.ts'

const phrases: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

/**
 * Rejects an upgrade request with a plain HTTP response and closes the connection. Writes the response to the socket, because neither
 * Fastify nor the ws library handles rejected upgrades.
 */
export function rejectWebSocketUpgrade(connection: Duplex, { status, body, headers }: RenderedError): void {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  closeConnection(connection, [`HTTP/1.1 ${status} ${phrases[status] ?? 'Refused'}`, ...lines, '', text].join('\r\n'))
}
