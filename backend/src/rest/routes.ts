import type { FastifyInstance } from 'fastify'
import { mountService } from '../http/service.ts'
import type { Services } from '../services.ts'
import { drawRestError } from './errors.ts'

/** The data API at /rest/v1 (PostgREST's protocol, the part that supabase-js uses). */
export function registerRest(app: FastifyInstance, _services: Services): void {
  mountService(app, { prefix: '/rest/v1', draw: drawRestError }, () => {})
}
