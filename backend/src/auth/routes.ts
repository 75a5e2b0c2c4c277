import type { FastifyInstance } from 'fastify'
import { mountService } from '../http/service.ts'
import type { Services } from '../services.ts'
import { adminRoutes } from './admin/admin-routes.ts'
import { checkApiKey } from './api-key.ts'
import { type AuthDependencies, createAuthDependencies } from './auth.ts'
import { followLink } from './codes/follow-link.ts'
import { sendOtp } from './codes/otp.ts'
import { reauthenticate } from './codes/reauthenticate.ts'
import { recover } from './codes/recover.ts'
import { resend } from './codes/resend.ts'
import { verify } from './codes/verify.ts'
import { disabled } from './disabled.ts'
import { authErrors } from './errors.ts'
import { challengeFactor } from './factors/challenge-factor.ts'
import { unenrollFactor } from './factors/delete-factor.ts'
import { enrollFactor } from './factors/enroll-factor.ts'
import { verifyFactor } from './factors/verify-factor.ts'
import { authorize, linkIdentity } from './google/authorize.ts'
import { callback } from './google/callback.ts'
import { rememberDevices } from './known-devices.ts'
import { deleteOwnPasskey, listPasskeys, renameOwnPasskey } from './passkeys/manage-passkeys.ts'
import { passkeyRegistrationOptions, verifyPasskeyRegistration } from './passkeys/register-passkey.ts'
import { passkeySignInOptions, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts'
import { renderAuthError } from './render-error.ts'
import { addRoutes, type RouteTable } from './route-table.ts'
import { logOut } from './sessions/log-out.ts'
import { token } from './sessions/token.ts'
import { authHealth, discovery, settings } from './settings.ts'
import { signUp } from './sign-up/sign-up.ts'
import { startAuthCleanup } from './sweep.ts'
import { translateDatabaseError } from './translate.ts'
import { getUser } from './users/get-user.ts'
import { unlinkIdentity } from './users/identities.ts'
import { updateCurrentUser } from './users/update-user.ts'

/** Mounts the auth service at /auth/v1 (GoTrue's protocol, auth-contract.md). The JWKS endpoint is in http/jwks.ts. */
export function registerAuth(app: FastifyInstance, services: Services): void {
  const auth = createAuthDependencies(services)
  const mount = { prefix: '/auth/v1', render: renderAuthError, translate: translateDatabaseError }
  mountService(app, mount, (scope) => {
    scope.addHook('onRequest', checkApiKey(auth))
    scope.addHook('onSend', rememberDevices(auth))
    addRoutes(scope, { ...authRoutes(auth), ...adminRoutes(auth) })
  })
  app.addHook('onClose', startAuthCleanup(auth))
}

function authRoutes(auth: AuthDependencies): RouteTable {
  return {
    '/health': { GET: authHealth(auth) },
    '/settings': { GET: settings(auth) },
    '/.well-known/openid-configuration': { GET: discovery(auth) },

    '/signup': { POST: signUp(auth) },
    '/token': { POST: token(auth) },
    '/otp': { POST: sendOtp(auth) },
    '/magiclink': { POST: sendOtp(auth) },
    '/verify': { POST: verify(auth), GET: followLink(auth) },
    '/resend': { POST: resend(auth) },
    '/recover': { POST: recover(auth) },
    '/logout': { POST: logOut(auth) },
    '/user': { GET: getUser(auth), PUT: updateCurrentUser(auth) },
    '/reauthenticate': { GET: reauthenticate(auth) },

    '/authorize': { GET: authorize(auth) },
    '/callback': { GET: callback(auth) },
    '/user/identities/authorize': { GET: linkIdentity(auth) },
    '/user/identities/:id': { DELETE: unlinkIdentity(auth) },

    '/factors': { POST: enrollFactor(auth) },
    '/factors/:id': { DELETE: unenrollFactor(auth) },
    '/factors/:id/challenge': { POST: challengeFactor(auth) },
    '/factors/:id/verify': { POST: verifyFactor(auth) },

    '/passkeys': { GET: listPasskeys(auth) },
    '/passkeys/:id': { PATCH: renameOwnPasskey(auth), DELETE: deleteOwnPasskey(auth) },
    '/passkeys/registration/options': { POST: passkeyRegistrationOptions(auth) },
    '/passkeys/registration/verify': { POST: verifyPasskeyRegistration(auth) },
    '/passkeys/authentication/options': { POST: passkeySignInOptions(auth) },
    '/passkeys/authentication/verify': { POST: signInWithPasskey(auth) },

    '/sso': { POST: disabled(auth, authErrors.samlDisabled) },
    '/sso/saml/acs': { POST: disabled(auth, authErrors.samlDisabled) },
    '/sso/saml/metadata': { GET: disabled(auth, authErrors.samlDisabled) },
    '/oauth/authorize': { GET: disabled(auth, authErrors.oauthServerDisabled) },
    '/oauth/token': { POST: disabled(auth, authErrors.oauthServerDisabled) },
    '/oauth/userinfo': { GET: disabled(auth, authErrors.oauthServerDisabled) },
    '/oauth/authorizations/:id': { GET: disabled(auth, authErrors.oauthServerDisabled) },
    '/oauth/authorizations/:id/consent': { POST: disabled(auth, authErrors.oauthServerDisabled) },
    '/oauth/clients/register': { POST: disabled(auth, authErrors.oauthRegistrationDisabled) },
    '/user/oauth/grants': {
      GET: disabled(auth, authErrors.oauthServerDisabled),
      DELETE: disabled(auth, authErrors.oauthServerDisabled),
    },
  }
}
