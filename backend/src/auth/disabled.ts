import { ok } from '../http/answer.ts'
import { endpoint } from '../http/endpoint.ts'
import type { Refusal } from '../http/errors.ts'
import type { Auth } from './auth.ts'
import { adminOnly } from './bearer.ts'
import { authErrors } from './errors.ts'

/** An endpoint of the protocol that this service does not offer (SAML, acting as an OAuth provider): always throws this error. */
export function disabled(refuse: () => Refusal) {
  return endpoint({
    access: 'public',
    handle() {
      throw refuse()
    },
  })
}

/** Like `disabled`, for operators' endpoints: any other caller gets `not_admin` instead. */
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

/** Every other endpoint of custom providers: 404. */
export function noCustomProvider(auth: Auth) {
  return disabledForAdmin(auth, () => authErrors.customProviderNotFound())
}
