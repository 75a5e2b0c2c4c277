import { okResponse } from '../../http/endpoint-response.ts'
import { createDisabledEndpoint, defineAuthEndpoint } from '../auth-endpoint.ts'
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

const saml = createDisabledEndpoint('operator', authErrors.samlDisabled)
const oauth = createDisabledEndpoint('operator', authErrors.oauthServerDisabled)
const custom = createDisabledEndpoint('operator', authErrors.customProviderNotFound)
const noCustomProviders = defineAuthEndpoint({ who: 'operator', handle: () => okResponse({ providers: [] }) })

/** Routes of GoTrue's admin API. Each requires the secret key or a token with the role `service_role`. */
export const authAdminRoutes: RouteTable = {
  '/invite': { POST: adminInviteUser },
  '/admin/generate_link': { POST: adminGenerateEmailLink },
  '/admin/audit': { GET: adminListAuditLog },
  '/admin/users': { GET: adminListUsers, POST: adminCreateUser },
  '/admin/users/:id': { GET: adminGetUser, PUT: adminUpdateUser, DELETE: adminDeleteUser },
  '/admin/users/:id/factors': { GET: adminListFactors },
  '/admin/users/:id/factors/:factorId': { PUT: adminUpdateFactor, DELETE: adminDeleteFactor },
  '/admin/users/:id/passkeys': { GET: adminListPasskeys },
  '/admin/users/:id/passkeys/:passkeyId': { DELETE: adminDeletePasskey },

  '/admin/sso/providers': { GET: saml, POST: saml },
  '/admin/sso/providers/:id': { GET: saml, PUT: saml, DELETE: saml },
  '/admin/oauth/clients': { GET: oauth, POST: oauth },
  '/admin/oauth/clients/:id': { GET: oauth, PUT: oauth, DELETE: oauth },
  '/admin/oauth/clients/:id/regenerate_secret': { POST: oauth },
  '/admin/custom-providers': { GET: noCustomProviders, POST: custom },
  '/admin/custom-providers/:id': { GET: custom, PUT: custom, DELETE: custom },
}
