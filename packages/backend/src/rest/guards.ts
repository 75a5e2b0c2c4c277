import type { EndpointGuard } from '../http/endpoint.ts'
import { restErrors } from './errors.ts'
import { readRequestHeader } from './request-header.ts'
import { EXPOSED_SCHEMA } from './schema.ts'

/** Throws when the header `Accept-Profile` or `Content-Profile` requests another schema than the exposed one. */
export const requireExposedSchema: EndpointGuard = ({ request }) => {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  const schema = readRequestHeader(request, isReading ? 'accept-profile' : 'content-profile')
  if (schema === undefined || schema === EXPOSED_SCHEMA) return
  throw restErrors.unknownSchema({
    message: `Invalid schema: ${schema}`,
    hint: `Only the following schemas are exposed: ${EXPOSED_SCHEMA}`,
  })
}
