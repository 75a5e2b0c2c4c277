import type { AuthDependencies } from '../auth.ts'
import {
  createDisabledAdminEndpoint,
  customProviderNotFoundEndpoint,
  listCustomProviders,
} from '../disabled-endpoints.ts'
import { authErrors } from '../errors.ts'
import type { RouteTable } from '../route-table.ts'
import { adminListAuditLog } from './admin-audit.ts'
import { adminCreateUser } from './admin-create-user.ts'
import { adminDeleteFactor, adminListFactors, adminUpdateFactor } from './admin-factors.ts'
import { adminDeletePasskey, adminListPasskeys } from './admin-passkeys.ts'
import { adminUpdateUser } from './admin-update-user.ts'
import { adminDeleteUser, adminGetUser, adminListUsers } from './admin-users.ts'
import { adminGenerateEmailLink } from './generate-link.ts'
import { adminInviteUser } from './invite.ts'

/** Routes of GoTrue's admin API. Each requires the secret key or a token with the role `service_role`. */
export function createAuthAdminRoutes(auth: AuthDependencies): RouteTable {
  const saml = createDisabledAdminEndpoint(auth, authErrors.samlDisabled)
  const oauth = createDisabledAdminEndpoint(auth, authErrors.oauthServerDisabled)
  const custom = customProviderNotFoundEndpoint(auth)
  return {
    '/invite': { POST: adminInviteUser(auth) },
    '/admin/generate_link': { POST: adminGenerateEmailLink(auth) },
    '/admin/audit': { GET: adminListAuditLog(auth) },
    '/admin/users': { GET: adminListUsers(auth), POST: adminCreateUser(auth) },
    '/admin/users/:id': { GET: adminGetUser(auth), PUT: adminUpdateUser(auth), DELETE: adminDeleteUser(auth) },
    '/admin/users/:id/factors': { GET: adminListFactors(auth) },
    '/admin/users/:id/factors/:factorId': { PUT: adminUpdateFactor(auth), DELETE: adminDeleteFactor(auth) },
    '/admin/users/:id/passkeys': { GET: adminListPasskeys(auth) },
    '/admin/users/:id/passkeys/:passkeyId': { DELETE: adminDeletePasskey(auth) },

    '/admin/sso/providers': { GET: saml, POST: saml },
    '/admin/sso/providers/:id': { GET: saml, PUT: saml, DELETE: saml },
    '/admin/oauth/clients': { GET: oauth, POST: oauth },
    '/admin/oauth/clients/:id': { GET: oauth, PUT: oauth, DELETE: oauth },
    '/admin/oauth/clients/:id/regenerate_secret': { POST: oauth },
    '/admin/custom-providers': { GET: listCustomProviders(auth), POST: custom },
    '/admin/custom-providers/:id': { GET: custom, PUT: custom, DELETE: custom },
  }
}
