import { wire } from '../../whole/spec-coverage/tests-by-file.ts'
import type { Breakage } from '../breakage.ts'

/** Hand-written mutations of the auth service (sections 3, 6, 7 and 8 of docs/requirements.md). */
export const authServiceBreakages: readonly Breakage[] = [
  {
    breaks: ['R7.16'],
    what: 'there is no POST /signup',
    file: 'backend/src/auth/routes.ts',
    find: "    '/signup': { POST: signUp(auth) },\n",
    replace: '',
    caughtBy: wire.authSignUp(
      'sign-up, confirmation mail, session, refresh and sign-out work, and the log contains no secret',
    ),
  },
  {
    breaks: ['R7.19'],
    what: 'there is no POST /verify',
    file: 'backend/src/auth/routes.ts',
    find: "    '/verify': { POST: verify(auth), GET: followLink(auth) },\n",
    replace: '',
    caughtBy: wire.authSignUp(
      'sign-up, confirmation mail, session, refresh and sign-out work, and the log contains no secret',
    ),
  },
  {
    breaks: ['R7.21'],
    what: 'PUT /user does nothing',
    file: 'backend/src/auth/routes.ts',
    find: "'/user': { GET: getUser(auth), PUT: updateCurrentUser(auth) }",
    replace: "'/user': { GET: getUser(auth), PUT: getUser(auth) }",
    caughtBy: wire.authSessions('a password change keeps the session that made it and ends the others'),
  },
  {
    breaks: ['R7.26'],
    what: 'there is no POST /otp',
    file: 'backend/src/auth/routes.ts',
    find: "    '/otp': { POST: sendOtp(auth) },\n",
    replace: '',
    caughtBy: wire.authCodes(
      'a magic-link code signs a member in once, and using it also invalidates the link of its mail',
    ),
  },
  {
    breaks: ['R7.27'],
    what: 'there is no POST /resend',
    file: 'backend/src/auth/routes.ts',
    find: "    '/resend': { POST: resend(auth) },\n",
    replace: '',
    caughtBy: wire.authCodes(
      'a confirmation mail can be resent until the address is confirmed; the earlier code then stops working',
    ),
  },
  {
    breaks: ['R7.28'],
    what: 'there is no POST /recover',
    file: 'backend/src/auth/routes.ts',
    find: "    '/recover': { POST: recover(auth) },\n",
    replace: '',
    caughtBy: wire.authCodes(
      'password recovery: the mailed link opens a session and a new password replaces the old one',
    ),
  },
  {
    breaks: ['R7.29'],
    what: 'there is no GET /reauthenticate',
    file: 'backend/src/auth/routes.ts',
    find: "    '/reauthenticate': { GET: reauthenticate(auth) },\n",
    replace: '',
    caughtBy: wire.authUser('reauthenticate mails a code to a signed-in user and requires a session'),
  },
  {
    breaks: ['R7.30'],
    what: 'there is no GET /authorize',
    file: 'backend/src/auth/routes.ts',
    find: "    '/authorize': { GET: authorize(auth) },\n",
    replace: '',
    caughtBy: wire.authGoogle(
      'OAuth with PKCE: signInWithOAuth redirects to the provider and back with a code that opens a session',
    ),
  },
  {
    breaks: ['R7.31'],
    what: 'identities cannot be removed',
    file: 'backend/src/auth/routes.ts',
    find: "    '/user/identities/:id': { DELETE: unlinkIdentity(auth) },\n",
    replace: '',
    caughtBy: wire.authIdentities(
      'an identity is linked and unlinked, the last one cannot be unlinked, and a mail reports each change',
    ),
  },
  {
    breaks: ['R7.32'],
    what: 'factors cannot be challenged',
    file: 'backend/src/auth/routes.ts',
    find: "    '/factors/:id/challenge': { POST: challengeFactor(auth) },\n",
    replace: '',
    caughtBy: wire.authFactors(
      'a TOTP factor is enrolled and verified by its code, and raises the session to aal2, also after a refresh',
    ),
  },
  {
    breaks: ['R7.33'],
    what: 'operators cannot list users',
    file: 'backend/src/auth/admin/admin-routes.ts',
    find: "'/admin/users': { GET: adminListUsers(auth), POST",
    replace: "'/admin/users': { POST",
    caughtBy: wire.authAdmin('the admin user list is paginated, sorted, and filtered by a part of the address'),
  },
  {
    breaks: ['R6.7'],
    what: 'anybody may manage users',
    file: 'backend/src/auth/bearer.ts',
    find: "  if (token.role !== 'service_role') throw authErrors.notAdmin()\n",
    replace: "  if (token.claims['role'] === '') throw authErrors.notAdmin()\n",
    caughtBy: wire.authProtocol('admin endpoints reject anonymous, user and forged tokens before they parse the body'),
  },
  {
    breaks: ['R7.17', 'R7.13'],
    what: 'POST /token does not know `password`',
    file: 'backend/src/auth/sessions/token.ts',
    find: '  password: handlePasswordGrant,\n',
    replace: '',
    caughtBy: wire.authSignUp(
      'a password may have up to 72 bytes of any characters, and leading and trailing spaces count',
    ),
  },
  {
    breaks: ['R7.18'],
    what: 'POST /token does not know `refresh_token`',
    file: 'backend/src/auth/sessions/token.ts',
    find: '  refresh_token: handleRefreshTokenGrant,\n',
    replace: '',
    caughtBy: wire.authSessions(
      'a refresh keeps user, session and sign-in methods, and includes metadata changed since the last token',
    ),
  },
  {
    breaks: ['R7.23'],
    what: 'POST /token does not know `pkce`',
    file: 'backend/src/auth/sessions/token.ts',
    find: '  pkce: handlePkceGrant,\n',
    replace: '',
    caughtBy: wire.authGoogle(
      'OAuth with PKCE: signInWithOAuth redirects to the provider and back with a code that opens a session',
    ),
  },
  {
    breaks: ['R7.24'],
    what: 'POST /token does not know `id_token`',
    file: 'backend/src/auth/sessions/token.ts',
    find: '  id_token: handleIdTokenGrant,\n',
    replace: '',
    caughtBy: wire.authIdentities('signInWithIdToken with a valid ID token and nonce opens a session'),
  },
  {
    breaks: ['R7.25'],
    what: 'POST /token does not know `web3`',
    file: 'backend/src/auth/sessions/token.ts',
    find: '  web3: handleWeb3Grant,\n',
    replace: '',
    caughtBy: wire.authWallets.all('an '),
  },
  {
    breaks: ['R7.20'],
    what: 'signing out of the others signs out here as well',
    file: 'backend/src/auth/sessions/log-out.ts',
    find: ': { except: session.id }',
    replace: ': {}',
    caughtBy: wire.authSessions.all('a session signed out '),
  },
  {
    breaks: ['R7.22'],
    what: 'the published keys are empty',
    file: 'backend/src/http/jwks.ts',
    find: 'ok(services.keys.published, {',
    replace: 'ok({ keys: [], of: typeof services }, {',
    caughtBy: wire.restRoles('the JWKS is public, complete and contains no private key'),
  },
  {
    breaks: ['R3.15'],
    what: 'a user has no identities',
    file: 'backend/src/auth/users/user.ts',
    find: 'identities: identities?.map(renderIdentity) ?? null',
    replace: 'identities: identities === null ? null : []',
    caughtBy: wire.authSignUp(
      'sign-up, confirmation mail, session, refresh and sign-out work, and the log contains no secret',
    ),
  },
  {
    breaks: ['R3.16'],
    what: 'a session does not say when it ends',
    file: 'backend/src/auth/sessions/session.ts',
    find: '    expires_at: expiresAt,\n',
    replace: '',
    caughtBy: wire.authSignUp(
      'sign-up, confirmation mail, session, refresh and sign-out work, and the log contains no secret',
    ),
  },
  {
    breaks: ['R3.17'],
    what: 'a factor does not say of what type it is',
    file: 'backend/src/auth/users/user.ts',
    find: '    factor_type: factor.factor_type,\n',
    replace: '',
    caughtBy: wire.authFactors(
      'a TOTP factor is enrolled and verified by its code, and raises the session to aal2, also after a refresh',
    ),
  },
  {
    breaks: ['R8.32'],
    what: 'a weak password gives no reasons',
    file: 'backend/src/auth/render-error.ts',
    find: '    this.reasons = reasons\n',
    replace: '    this.reasons = reasons.slice(0, 0)\n',
    caughtBy: wire.authSignUp(
      'sign-up rejects a password that is short, common or contains the product name, with the reasons',
    ),
  },
]
