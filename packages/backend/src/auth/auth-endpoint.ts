import type { FastifyRequest } from 'fastify'
import type { GenericSchema } from 'valibot'
import type { Caller } from '../database/port/database.ts'
import { BODY_LIMITS_BYTES } from '../http/body.ts'
import { authenticateTokenOrApiKey, createAnonymousCaller, parseBearerToken } from '../http/caller.ts'
import {
  defineEndpoint,
  type EndpointContext,
  type EndpointHandler,
  readClientNetworkAndHeaders,
} from '../http/endpoint.ts'
import type { EndpointResponse } from '../http/endpoint-response.ts'
import type { Refusal } from '../http/errors.ts'
import type { AuthDependencies } from './auth.ts'
import { type AuthenticatedUser, requireAdmin, requirePermanentUser, requireUser } from './bearer.ts'
import { identifyRequester, type Requester } from './requester.ts'
import { enforceRouteLimit, type RateLimitedRoute } from './route-rate-limits.ts'

/** The clients that may call an endpoint: all, signed-in users, signed-in users except anonymous ones, or operators with the secret key. */
export type AuthEndpointAccess = 'anyone' | 'user' | 'permanent user' | 'operator'

type SignedInAs<W extends AuthEndpointAccess> = W extends 'user' | 'permanent user' ? AuthenticatedUser : null

type AuthContext<Input, Query, W extends AuthEndpointAccess> = EndpointContext<Input, Query> & {
  auth: AuthDependencies
  requester: Requester
  signedIn: SignedInAs<W>
}

/** What the grants of POST /token know of their request, besides its body. */
export type GrantContext = Pick<AuthContext<unknown, unknown, 'anyone'>, 'auth' | 'request' | 'requester'>

type Definition<Input, Query, W extends AuthEndpointAccess> = {
  who: W
  /** Runs before all other checks of the request. Throws when the endpoint's feature is disabled by the configuration. */
  requires?: (auth: AuthDependencies) => unknown
  /** The rate limit that the request counts against, once its input is validated. With null the request is not counted. */
  limit?: RateLimitedRoute | ((context: { input: Input; query: Query }) => RateLimitedRoute | null)
  input?: GenericSchema<unknown, Input>
  query?: GenericSchema<unknown, Query>
  handle(context: AuthContext<Input, Query, W>): EndpointResponse | Promise<EndpointResponse>
}

/** An endpoint of the auth service. `registerRouteTable` gives it the service's dependencies. */
export type AuthEndpoint = (auth: AuthDependencies) => EndpointHandler

/**
 * Creates an endpoint of the auth service. A request passes these checks in order: the feature is enabled, the caller is allowed (`who`),
 * query and body are valid, the rate limit is not reached. Then `handle` runs, with the signed-in user if `who` requires one.
 */
export function defineAuthEndpoint<W extends AuthEndpointAccess, Input = undefined, Query = undefined>({
  who,
  requires,
  limit,
  input,
  query,
  handle,
}: Definition<Input, Query, W>): AuthEndpoint {
  return (auth) =>
    defineEndpoint<Input, Query, AuthenticatedUser | null>({
      access(request) {
        requires?.(auth)
        return authenticateAs(who, auth, request)
      },
      bodyLimit: BODY_LIMITS_BYTES.auth,
      ...(input === undefined ? {} : { input }),
      ...(query === undefined ? {} : { query }),
      async handle({ extra, ...context }) {
        const route = typeof limit === 'function' ? limit(context) : (limit ?? null)
        if (route !== null) await enforceRouteLimit(auth, context, route)
        const requester = identifyRequester(auth, context.request)
        return handle({ ...context, auth, requester, signedIn: extra as SignedInAs<W> })
      },
    })
}

/**
 * Creates an endpoint that always throws the given error, for GoTrue features that this service does not offer (SAML, OAuth server). Callers
 * that `who` excludes get `not_admin` instead.
 */
export function createDisabledEndpoint(who: 'anyone' | 'operator', refuse: () => Refusal): AuthEndpoint {
  return defineAuthEndpoint({
    who,
    handle() {
      throw refuse()
    },
  })
}

async function authenticateAs(
  who: AuthEndpointAccess,
  auth: AuthDependencies,
  request: FastifyRequest,
): Promise<{ caller: Caller; extra: AuthenticatedUser | null }> {
  const origin = readClientNetworkAndHeaders(request)
  switch (who) {
    case 'anyone':
      return { caller: await callerOrAnonymous(auth, request), extra: null }
    case 'operator':
      return { caller: { ...(await requireAdmin(auth, request)), ...origin }, extra: null }
    case 'user':
    case 'permanent user': {
      const signedIn = await (who === 'user' ? requireUser : requirePermanentUser)(auth, request)
      return { caller: { role: signedIn.role, claims: signedIn.claims, ...origin }, extra: signedIn }
    }
  }
}

/** Returns the caller that the bearer token or key identifies. Returns an anonymous caller when the request has none or an invalid one. */
async function callerOrAnonymous(auth: AuthDependencies, request: FastifyRequest): Promise<Caller> {
  const origin = readClientNetworkAndHeaders(request)
  const bearer = parseBearerToken(request.headers.authorization)
  const known = bearer === null ? null : await authenticateTokenOrApiKey(bearer, auth.keys).catch(() => null)
  return known === null ? createAnonymousCaller(origin) : { ...known, ...origin }
}
