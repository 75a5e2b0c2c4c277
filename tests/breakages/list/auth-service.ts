import { protocolTests } from '../../whole/spec-coverage/tests-by-file.ts'
import type { HandWrittenMutant } from '../breakage.ts'

/** Mutation testing: hand-written defects in the auth service (sections 3, 6, 7 and 8 of docs/requirements.md). */
export const authServiceMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R7.16'],
    what: 'there is no POST /signup',
    file: 'backend/src/auth/routes.ts',
    find: "    '/signup': { POST: signUpEndpoint(auth) },\n",
    replace: '',
    caughtBy: protocolTests.authSignUp(
      'a user can sign up, confirm the email address, sign in, refresh and sign out, and the log contains no secret',
    ),
  },
  {
    breaks: ['R7.19'],
    what: 'there is no POST /verify',
    file: 'backend/src/auth/routes.ts',
    find: "    '/verify': { POST: verifyTokenEndpoint(auth), GET: followEmailLinkEndpoint(auth) },\n",
    replace: '',
    caughtBy: protocolTests.authSignUp(
      'a user can sign up, confirm the email address, sign in, refresh and sign out, and the log contains no secret',
    ),
  },
  {
    breaks: ['R7.21'],
    what: 'PUT /user does nothing',
    file: 'backend/src/auth/routes.ts',
    find: "'/user': { GET: getCurrentUser(auth), PUT: updateCurrentUser(auth) }",
    replace: "'/user': { GET: getCurrentUser(auth), PUT: getCurrentUser(auth) }",
    caughtBy: protocolTests.authSessions(
      'a password change keeps the session that made it and ends the other sessions of the user',
    ),
  },
  {
    breaks: ['R7.26'],
    what: 'there is no POST /otp',
    file: 'backend/src/auth/routes.ts',
    find: "    '/otp': { POST: sendOtp(auth) },\n",
    replace: '',
    caughtBy: protocolTests.authCodes(
      'verifying a magic-link code signs the user in once and invalidates the link in the same email',
    ),
  },
  {
    breaks: ['R7.27'],
    what: 'there is no POST /resend',
    file: 'backend/src/auth/routes.ts',
    find: "    '/resend': { POST: resendConfirmationEndpoint(auth) },\n",
    replace: '',
    caughtBy: protocolTests.authCodes(
      'POST /resend sends a new confirmation email until the address is confirmed, and invalidates the earlier code',
    ),
  },
  {
    breaks: ['R7.28'],
    what: 'there is no POST /recover',
    file: 'backend/src/auth/routes.ts',
    find: "    '/recover': { POST: passwordRecoveryEndpoint(auth) },\n",
    replace: '',
    caughtBy: protocolTests.authCodes(
      'password recovery: the emailed link opens a session in which a new password can replace the old one',
    ),
  },
  {
    breaks: ['R7.29'],
    what: 'there is no GET /reauthenticate',
    file: 'backend/src/auth/routes.ts',
    find: "    '/reauthenticate': { GET: reauthenticationCodeEndpoint(auth) },\n",
    replace: '',
    caughtBy: protocolTests.authUser('reauthenticate sends a code to a signed-in user and fails without a session'),
  },
  {
    breaks: ['R7.30'],
    what: 'there is no GET /authorize',
    file: 'backend/src/auth/routes.ts',
    find: "    '/authorize': { GET: oauthAuthorizeEndpoint(auth) },\n",
    replace: '',
    caughtBy: protocolTests.authGoogle(
      'OAuth sign-in with PKCE redirects back from the provider with a code that can be exchanged for a session',
    ),
  },
  {
    breaks: ['R7.31'],
    what: 'identities cannot be removed',
    file: 'backend/src/auth/routes.ts',
    find: "    '/user/identities/:id': { DELETE: unlinkIdentity(auth) },\n",
    replace: '',
    caughtBy: protocolTests.authIdentities(
      'a user can link and unlink an identity but not unlink the last one, and each change is reported by email',
    ),
  },
  {
    breaks: ['R7.32'],
    what: 'factors cannot be challenged',
    file: 'backend/src/auth/routes.ts',
    find: "    '/factors/:id/challenge': { POST: challengeFactor(auth) },\n",
    replace: '',
    caughtBy: protocolTests.authFactors(
      'verifying a TOTP code raises the session to aal2, which persists after a token refresh',
    ),
  },
  {
    breaks: ['R7.33'],
    what: 'operators cannot list users',
    file: 'backend/src/auth/admin/admin-routes.ts',
    find: "'/admin/users': { GET: adminListUsers(auth), POST",
    replace: "'/admin/users': { POST",
    caughtBy: protocolTests.authAdmin(
      'GET /admin/users supports pagination, sorting and an email address filter without wildcards',
    ),
  },
  {
    breaks: ['R6.7'],
    what: 'anybody may manage users',
    file: 'backend/src/auth/bearer.ts',
    find: "  if (token.role !== 'service_role') throw authErrors.notAdmin()\n",
    replace: "  if (token.claims['role'] === '') throw authErrors.notAdmin()\n",
    caughtBy: protocolTests.authProtocol(
      'auth admin endpoints reject a missing, non-admin or forged token with 401 or 403 before they parse the body',
    ),
  },
  {
    breaks: ['R7.17', 'R7.13'],
    what: 'POST /token does not know `password`',
    file: 'backend/src/auth/sessions/token.ts',
    find: '  password: handlePasswordGrant,\n',
    replace: '',
    caughtBy: protocolTests.authSignUp(
      'a password can have up to 72 bytes of any characters, including leading and trailing spaces',
    ),
  },
  {
    breaks: ['R7.18'],
    what: 'POST /token does not know `refresh_token`',
    file: 'backend/src/auth/sessions/token.ts',
    find: '  refresh_token: handleRefreshTokenGrant,\n',
    replace: '',
    caughtBy: protocolTests.authSessions(
      'a token refresh keeps user, session and sign-in methods, and includes metadata changed since the last token',
    ),
  },
  {
    breaks: ['R7.23'],
    what: 'POST /token does not know `pkce`',
    file: 'backend/src/auth/sessions/token.ts',
    find: '  pkce: handlePkceGrant,\n',
    replace: '',
    caughtBy: protocolTests.authGoogle(
      'OAuth sign-in with PKCE redirects back from the provider with a code that can be exchanged for a session',
    ),
  },
  {
    breaks: ['R7.24'],
    what: 'POST /token does not know `id_token`',
    file: 'backend/src/auth/sessions/token.ts',
    find: '  id_token: handleIdTokenGrant,\n',
    replace: '',
    caughtBy: protocolTests.authIdentities('signInWithIdToken with a valid ID token and nonce opens a session'),
  },
  {
    breaks: ['R7.25'],
    what: 'POST /token does not know `web3`',
    file: 'backend/src/auth/sessions/token.ts',
    find: '  web3: handleWeb3Grant,\n',
    replace: '',
    caughtBy: protocolTests.authWallets.all('the first sign-in with a wallet of '),
  },
  {
    breaks: ['R7.20'],
    what: 'signing out of the others signs out here as well',
    file: 'backend/src/auth/sessions/log-out.ts',
    find: ': { except: session.id }',
    replace: ': {}',
    caughtBy: protocolTests.authSessions.all(
      'GET /user, token refresh and logout return the expected status and error code for a session signed out ',
    ),
  },
  {
    breaks: ['R7.22'],
    what: 'the published keys are empty',
    file: 'backend/src/http/jwks.ts',
    find: 'okResponse(services.keys.published, {',
    replace: 'okResponse({ keys: [], of: typeof services }, {',
    caughtBy: protocolTests.restRoles(
      'GET /auth/v1/.well-known/jwks.json is public and returns the ES256 key without its private part',
    ),
  },
  {
    breaks: ['R3.15'],
    what: 'a user has no identities',
    file: 'backend/src/auth/users/user.ts',
    find: 'identities: identities?.map(renderIdentity) ?? null',
    replace: 'identities: identities === null ? null : []',
    caughtBy: protocolTests.authSignUp(
      'a user can sign up, confirm the email address, sign in, refresh and sign out, and the log contains no secret',
    ),
  },
  {
    breaks: ['R3.16'],
    what: 'a session does not say when it ends',
    file: 'backend/src/auth/sessions/session.ts',
    find: '    expires_at: expiresAt,\n',
    replace: '',
    caughtBy: protocolTests.authSignUp(
      'a user can sign up, confirm the email address, sign in, refresh and sign out, and the log contains no secret',
    ),
  },
  {
    breaks: ['R3.17'],
    what: 'a factor does not say of what type it is',
    file: 'backend/src/auth/users/user.ts',
    find: '    factor_type: factor.factor_type,\n',
    replace: '',
    caughtBy: protocolTests.authFactors(
      'verifying a TOTP code raises the session to aal2, which persists after a token refresh',
    ),
  },
  {
    breaks: ['R8.32'],
    what: 'a weak password gives no reasons',
    file: 'backend/src/auth/render-error.ts',
    find: '    this.reasons = reasons\n',
    replace: '    this.reasons = reasons.slice(0, 0)\n',
    caughtBy: protocolTests.authSignUp(
      'POST /signup rejects a short or common password, or one with the product name, and lists the reasons',
    ),
  },
]
