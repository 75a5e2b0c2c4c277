import { ok } from '../http/answer.ts'
import { endpoint } from '../http/endpoint.ts'
import type { Refusal } from '../http/errors.ts'
import type { Auth } from './auth.ts'
import { adminOnly } from './bearer.ts'
import { authErrors } from './errors.ts'

/** Returns an endpoint that always throws the given error, for GoTrue features that this service does not offer (SAML, OAuth server). */
export function disabled(refuse: () => Refusal) {
  return endpoint({
    access: 'public',
    handle() {
      throw refuse()
    },
  })
}

/** Returns an admin endpoint that always throws the given error. Callers without operator access get `not_admin` instead. */
export function disabledForAdmin(auth: Auth, refuse: () => Refusal) {
  return endpoint({
    access: 'public',
    guards: [adminOnly(auth)],
    handle() {
      throw refuse()
    },
  })
}

/** GET /admin/custom-providers. Returns an empty list: custom providers are not supported. */
export function customProviders(auth: Auth) {
  return endpoint({ access: 'public', guards: [adminOnly(auth)], handle: () => ok({ providers: [] }) })
}

/** All other endpoints for custom OAuth providers. They throw 404, because no custom provider exists. */
export function noCustomProvider(auth: Auth) {
  return disabledForAdmin(auth, () => authErrors.customProviderNotFound())
}
