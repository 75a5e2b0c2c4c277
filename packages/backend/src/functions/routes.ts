import type { FastifyInstance } from 'fastify'
import { httpErrors } from '../http/http-errors.ts'
import { mountService } from '../http/service.ts'
import { callEdgeFunctionEndpoint } from './call-function.ts'
import { renderEdgeFunctionError } from './errors.ts'

/** Registers the route /functions/v1/{name}. It accepts only POST; the CORS hook responds to preflight requests before routing. */
export function registerEdgeFunctionsService(app: FastifyInstance): void {
  mountService(app, { prefix: '/functions/v1', render: renderEdgeFunctionError }, (scope) => {
    scope.post('/:name', callEdgeFunctionEndpoint)
    scope.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: '/:name',
      handler: () => {
        throw httpErrors.methodNotAllowed({ headers: { allow: 'POST, OPTIONS' } })
      },
    })
  })
}
