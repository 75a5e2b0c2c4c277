import type { FastifyInstance } from 'fastify'
import { mountService } from '../http/service.ts'
import type { ServiceDependencies } from '../services.ts'
import { authAdminRoutes } from './admin/admin-routes.ts'
import { createApiKeyHook } from './api-key.ts'
import { createAuthDependencies } from './auth.ts'
import { startAuthCleanup } from './auth-cleanup.ts'
import { createDisabledEndpoint } from './auth-endpoint.ts'
import { followEmailLinkEndpoint } from './codes/follow-link.ts'
import { sendOtp } from './codes/otp.ts'
import { reauthenticationCodeEndpoint } from './codes/reauthenticate.ts'
import { passwordRecoveryEndpoint } from './codes/recover.ts'
import { resendConfirmationEndpoint } from './codes/resend.ts'
import { verifyTokenEndpoint } from './codes/verify.ts'
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
    registerRouteTable(scope, auth, { ...authRoutes, ...authAdminRoutes })
  })
  app.addHook('onClose', startAuthCleanup(auth))
}

const saml = createDisabledEndpoint('anyone', authErrors.samlDisabled)
const oauthServer = createDisabledEndpoint('anyone', authErrors.oauthServerDisabled)

const authRoutes: RouteTable = {
  '/health': { GET: authHealthEndpoint },
  '/settings': { GET: authSettingsEndpoint },
  '/.well-known/openid-configuration': { GET: openIdConfigurationEndpoint },

  '/signup': { POST: signUpEndpoint },
  '/token': { POST: issueTokensEndpoint },
  '/otp': { POST: sendOtp },
  '/magiclink': { POST: sendOtp },
  '/verify': { POST: verifyTokenEndpoint, GET: followEmailLinkEndpoint },
  '/resend': { POST: resendConfirmationEndpoint },
  '/recover': { POST: passwordRecoveryEndpoint },
  '/logout': { POST: logOutEndpoint },
  '/user': { GET: getCurrentUser, PUT: updateCurrentUser },
  '/reauthenticate': { GET: reauthenticationCodeEndpoint },

  '/authorize': { GET: oauthAuthorizeEndpoint },
  '/callback': { GET: oauthCallbackEndpoint },
  '/user/identities/authorize': { GET: linkIdentity },
  '/user/identities/:id': { DELETE: unlinkIdentity },

  '/factors': { POST: enrollFactor },
  '/factors/:id': { DELETE: unenrollFactor },
  '/factors/:id/challenge': { POST: challengeFactor },
  '/factors/:id/verify': { POST: verifyFactor },

  '/passkeys': { GET: listPasskeys },
  '/passkeys/:id': { PATCH: renameOwnPasskey, DELETE: deleteOwnPasskey },
  '/passkeys/registration/options': { POST: beginPasskeyRegistration },
  '/passkeys/registration/verify': { POST: verifyPasskeyRegistration },
  '/passkeys/authentication/options': { POST: beginPasskeySignIn },
  '/passkeys/authentication/verify': { POST: signInWithPasskey },

  '/sso': { POST: saml },
  '/sso/saml/acs': { POST: saml },
  '/sso/saml/metadata': { GET: saml },
  '/oauth/authorize': { GET: oauthServer },
  '/oauth/token': { POST: oauthServer },
  '/oauth/userinfo': { GET: oauthServer },
  '/oauth/authorizations/:id': { GET: oauthServer },
  '/oauth/authorizations/:id/consent': { POST: oauthServer },
  '/oauth/clients/register': { POST: createDisabledEndpoint('anyone', authErrors.oauthRegistrationDisabled) },
  '/user/oauth/grants': {
    GET: oauthServer,
    DELETE: oauthServer,
  },
}
