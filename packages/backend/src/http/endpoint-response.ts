import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * The response of an endpoint. Bytes and streams are sent unchanged, as is text with a `content-type` header; any other body is sent as
 * JSON.
 */
export type EndpointResponse = {
  status: number
  body?: object | string | number | boolean | null | Uint8Array | Readable
  headers?: Record<string, string>
}

type Headers = Record<string, string>

/** Returns a 200 response with a JSON body. */
export function okResponse(body: object | null, headers?: Headers): EndpointResponse {
  return withHeaders({ status: 200, body }, headers)
}

/** Returns a 204 response. */
export function noContentResponse(headers?: Headers): EndpointResponse {
  return withHeaders({ status: 204 }, headers)
}

/** Sends a response. Converts an object body to JSON in this function instead of in Fastify, whose defaults could change the format. */
export function sendEndpointResponse(reply: FastifyReply, answer: EndpointResponse): FastifyReply {
  reply.code(answer.status)
  if (answer.headers) reply.headers(answer.headers)
  const { body } = answer
  if (body === undefined) return reply.send()
  const isRaw = body instanceof Uint8Array || isReadable(body)
  if (isRaw || (typeof body === 'string' && reply.hasHeader('content-type'))) return reply.send(body)
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8')
  return reply.send(JSON.stringify(body))
}

function isReadable(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body
}

function withHeaders(answer: EndpointResponse, headers: Headers | undefined): EndpointResponse {
  return headers ? { ...answer, headers } : answer
}
