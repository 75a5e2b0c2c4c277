import type { FastifyInstance } from 'fastify'
import { mountService } from '../http/service.ts'
import type { ServiceDependencies } from '../services.ts'
import { createAuthAdminRoutes } from './admin/admin-routes.ts'
import { createApiKeyHook } from './api-key.ts'
import { type AuthDependencies, createAuthDependencies } from './auth.ts'
import { startAuthCleanup } from './auth-cleanup.ts'
import { followEmailLinkEndpoint } from './codes/follow-link.ts'
import { sendOtp } from './codes/otp.ts'
import { reauthenticationCodeEndpoint } from './codes/reauthenticate.ts'
import { passwordRecoveryEndpoint } from './codes/recover.ts'
import { resendConfirmationEndpoint } from './codes/resend.ts'
import { verifyTokenEndpoint } from './codes/verify.ts'
import { createDisabledAuthEndpoint } from './disabled-endpoints.ts'
import { authErrors } from './errors.ts'
import { challengeFactor } from './factors/challenge-factor.ts'
import { unenrollFactor } from './factors/delete-factor.ts'
import { enrollFactor } from './factors/enroll-factor.ts'
import { verifyFactor } from './factors/verify-factor.ts'
import { linkIdentity, oauthAuthorizeEndpoint } from './google/authorize.ts'
import { oauthCallbackEndpoint } from './google/callback.ts'
import { createKnownDeviceHook } from './known-devices.ts'
import { deleteOwnPasskey, listPasskeys, renameOwnPasskey } from './passkeys/manage-passkeys.ts'
import { beginPasskeyRegistration, verifyPasskeyRegistration } from './passkeys/register-passkey.ts'
import { beginPasskeySignIn, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts'
import { renderAuthError } from './render-error.ts'
import { type RouteTable, registerRouteTable } from './route-table.ts'
import { logOutEndpoint } from './sessions/log-out.ts'
import { issueTokensEndpoint } from './sessions/token.ts'
import { authHealthEndpoint, authSettingsEndpoint, openIdConfigurationEndpoint } from './settings.ts'
import { signUpEndpoint } from './sign-up/sign-up.ts'
import { translateDatabaseError } from './translate-database-error.ts'
import { getCurrentUser } from './users/get-user.ts'
import { unlinkIdentity } from './users/identities.ts'
import { updateCurrentUser } from './users/update-user.ts'

/** Mounts the auth service at /auth/v1 (GoTrue's protocol, auth-contract.md). The JWKS endpoint is in http/jwks.ts. */
export function registerAuthService(app: FastifyInstance, services: ServiceDependencies): void {
  const auth = createAuthDependencies(services)
  const mount = { prefix: '/auth/v1', render: renderAuthError, translate: translateDatabaseError }
  mountService(app, mount, (scope) => {
    scope.addHook('onRequest', createApiKeyHook(auth))
    scope.addHook('onSend', createKnownDeviceHook(auth))
    registerRouteTable(scope, { ...authRoutes(auth), ...createAuthAdminRoutes(auth) })
  })
  app.addHook('onClose', startAuthCleanup(auth))
}

function authRoutes(auth: AuthDependencies): RouteTable {
  return {
    '/health': { GET: authHealthEndpoint(auth) },
    '/settings': { GET: authSettingsEndpoint(auth) },
    '/.well-known/openid-configuration': { GET: openIdConfigurationEndpoint(auth) },

    '/signup': { POST: signUpEndpoint(auth) },
    '/token': { POST: issueTokensEndpoint(auth) },
    '/otp': { POST: sendOtp(auth) },
    '/magiclink': { POST: sendOtp(auth) },
    '/verify': { POST: verifyTokenEndpoint(auth), GET: followEmailLinkEndpoint(auth) },
    '/resend': { POST: resendConfirmationEndpoint(auth) },
    '/recover': { POST: passwordRecoveryEndpoint(auth) },
    '/logout': { POST: logOutEndpoint(auth) },
    '/user': { GET: getCurrentUser(auth), PUT: updateCurrentUser(auth) },
    '/reauthenticate': { GET: reauthenticationCodeEndpoint(auth) },

    '/authorize': { GET: oauthAuthorizeEndpoint(auth) },
    '/callback': { GET: oauthCallbackEndpoint(auth) },
    '/user/identities/authorize': { GET: linkIdentity(auth) },
    '/user/identities/:id': { DELETE: unlinkIdentity(auth) },

    '/factors': { POST: enrollFactor(auth) },
    '/factors/:id': { DELETE: unenrollFactor(auth) },
    '/factors/:id/challenge': { POST: challengeFactor(auth) },
    '/factors/:id/verify': { POST: verifyFactor(auth) },

    '/passkeys': { GET: listPasskeys(auth) },
    '/passkeys/:id': { PATCH: renameOwnPasskey(auth), DELETE: deleteOwnPasskey(auth) },
    '/passkeys/registration/options': { POST: beginPasskeyRegistration(auth) },
    '/passkeys/registration/verify': { POST: verifyPasskeyRegistration(auth) },
    '/passkeys/authentication/options': { POST: beginPasskeySignIn(auth) },
    '/passkeys/authentication/verify': { POST: signInWithPasskey(auth) },

    '/sso': { POST: createDisabledAuthEndpoint(auth, authErrors.samlDisabled) },
    '/sso/saml/acs': { POST: createDisabledAuthEndpoint(auth, authErrors.samlDisabled) },
    '/sso/saml/metadata': { GET: createDisabledAuthEndpoint(auth, authErrors.samlDisabled) },
    '/oauth/authorize': { GET: createDisabledAuthEndpoint(auth, authErrors.oauthServerDisabled) },
    '/oauth/token': { POST: createDisabledAuthEndpoint(auth, authErrors.oauthServerDisabled) },
    '/oauth/userinfo': { GET: createDisabledAuthEndpoint(auth, authErrors.oauthServerDisabled) },
    '/oauth/authorizations/:id': { GET: createDisabledAuthEndpoint(auth, authErrors.oauthServerDisabled) },
    '/oauth/authorizations/:id/consent': { POST: createDisabledAuthEndpoint(auth, authErrors.oauthServerDisabled) },
    '/oauth/clients/register': { POST: createDisabledAuthEndpoint(auth, authErrors.oauthRegistrationDisabled) },
    '/user/oauth/grants': {
      GET: createDisabledAuthEndpoint(auth, authErrors.oauthServerDisabled),
      DELETE: createDisabledAuthEndpoint(auth, authErrors.oauthServerDisabled),
    },
  }
}
