import type { FastifyInstance, onSendHookHandler } from 'fastify'
import { mountService } from '../http/service.ts'
import type { ServiceDependencies } from '../services.ts'
import { callRpcEndpoint } from './call-function.ts'
import { deleteRowsEndpoint, updateRowsEndpoint } from './change-rows.ts'
import { renderRestError, restErrors } from './errors.ts'
import { insertRowsEndpoint } from './insert-rows.ts'
import { selectRowsEndpoint } from './select-rows.ts'

/** Mounts the data API at /rest/v1: the part of PostgREST's protocol that supabase-js uses. */
export function registerRestService(app: FastifyInstance, { acceleration }: ServiceDependencies): void {
  app.addHook('onReady', () => acceleration.start())
  app.addHook('preClose', () => acceleration.stop())
  mountService(app, { prefix: '/rest/v1', render: renderRestError }, (scope) => {
    const onSend: onSendHookHandler = (request, reply, body, done) => {
      acceleration.store(request, reply, body)
      done(null, body)
    }
    scope.route({ method: ['GET', 'HEAD'], url: '/:table', handler: selectRowsEndpoint, onSend })
    scope.post('/:table', insertRowsEndpoint)
    scope.patch('/:table', updateRowsEndpoint)
    scope.delete('/:table', deleteRowsEndpoint)
    scope.post('/rpc/:function', callRpcEndpoint)
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
      url: '/rpc/:function',
      handler: refuseFunctionMethod,
    })
    scope.put('/:table', refuseMethod)
    scope.get('/', refuseRoot)
  })
}

function refuseFunctionMethod(request: { method: string }): never {
  throw restErrors.badFunctionMethod({ message: `Cannot use the ${request.method} method on RPC` })
}

function refuseMethod(request: { method: string }): never {
  throw restErrors.badMethod({ message: `Unsupported HTTP method: ${request.method}` })
}

/**
 * Rejects a request for the root path. PostgREST would return a list of all tables and functions, which would help an attacker explore the
 * schema.
 */
function refuseRoot(): never {
  throw restErrors.rootDisabled()
}
