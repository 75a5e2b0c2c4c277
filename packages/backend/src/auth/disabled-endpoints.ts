import { okResponse } from '../http/endpoint-response.ts'
import type { Refusal } from '../http/errors.ts'
import type { AuthDependencies } from './auth.ts'
import { defineAuthEndpoint } from './auth-endpoint.ts'
import { authErrors } from './errors.ts'

/** Returns an endpoint that always throws the given error, for GoTrue features that this service does not offer (SAML, OAuth server). */
export function createDisabledAuthEndpoint(auth: AuthDependencies, refuse: () => Refusal) {
  return defineAuthEndpoint(auth, {
    who: 'anyone',
    handle() {
      throw refuse()
    },
  })
}

/** Returns an admin endpoint that always throws the given error. Callers without operator access get `not_admin` instead. */
export function createDisabledAdminEndpoint(auth: AuthDependencies, refuse: () => Refusal) {
  return defineAuthEndpoint(auth, {
    who: 'operator',
    handle() {
      throw refuse()
    },
  })
}

/** GET /admin/custom-providers. Returns an empty list: custom providers are not supported. */
export function listCustomProviders(auth: AuthDependencies) {
  return defineAuthEndpoint(auth, { who: 'operator', handle: () => okResponse({ providers: [] }) })
}

/** All other endpoints for custom OAuth providers. They throw 404, because no custom provider exists. */
export function customProviderNotFoundEndpoint(auth: AuthDependencies) {
  return createDisabledAdminEndpoint(auth, () => authErrors.customProviderNotFound())
}
