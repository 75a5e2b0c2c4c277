import { ok } from '../http/answer.ts'
import { endpoint } from '../http/endpoint.ts'
import type { Refusal } from '../http/errors.ts'
import type { Auth } from './auth.ts'
import { adminOnly } from './bearer.ts'
import { authErrors } from './errors.ts'

/** An address of the protocol that this service does not offer: SAML, acting as an OAuth provider. */
export function disabled(refuse: () => Refusal) {
  return endpoint({
    access: 'public',
    handle() {
      throw refuse()
    },
  })
}

/** The same for operators' addresses, where somebody else learns only that they are none. */
export function disabledForAdmin(auth: Auth, refuse: () => Refusal) {
  return endpoint({
    access: 'public',
    guards: [adminOnly(auth)],
    handle() {
      throw refuse()
    },
  })
}

/** GET /admin/custom-providers. There are none, and none can be added. */
export function customProviders(auth: Auth) {
  return endpoint({ access: 'public', guards: [adminOnly(auth)], handle: () => ok({ providers: [] }) })
}

/** Any other call about custom providers. */
export function noCustomProvider(auth: Auth) {
  return disabledForAdmin(auth, () => authErrors.customProviderNotFound())
}
