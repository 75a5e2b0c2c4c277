import type { FastifyInstance, HTTPMethods } from 'fastify'
import { httpErrors } from '../http/http-errors.ts'
import type { AuthDependencies } from './auth.ts'
import type { AuthEndpoint } from './auth-endpoint.ts'

/** A route table: endpoints by path and HTTP method. */
export type RouteTable = Record<string, Partial<Record<HTTPMethods, AuthEndpoint>>>

/** Registers the routes of a table. A request to one of its paths with any other method gets a 405 response. */
export function registerRouteTable(scope: FastifyInstance, auth: AuthDependencies, routes: RouteTable): void {
  for (const [url, endpoints] of Object.entries(routes)) {
    const others = scope.supportedMethods.filter((method) => endpoints[method] === undefined && method !== 'OPTIONS')
    for (const method of scope.supportedMethods) {
      const endpoint = endpoints[method]
      if (endpoint !== undefined) scope.route({ method, url, handler: endpoint(auth) })
    }
    scope.route({ method: others, url, handler: refuseMethod })
  }
}

async function refuseMethod(): Promise<never> {
  throw httpErrors.methodNotAllowed()
}
