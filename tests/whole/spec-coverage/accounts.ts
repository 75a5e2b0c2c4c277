import { createTestedRequirement, type RequirementEntry } from './spec-line.ts'
import { browserTests, protocolTests, websiteTests } from './tests-by-file.ts'

const { account, accountFactors, accountMails, accountNewPassword, accountReturn, accountSignIn } = browserTests
const { client, accountErrors } = websiteTests
const {
  authAdmin,
  authCodes,
  authFactors,
  authGoogle,
  authIdentities,
  authLinks,
  authPassword,
  authProtocol,
  authSessions,
  authSignUp,
  authUser,
  authWallets,
} = protocolTests
const NEW_ACCOUNT = account('creating an account, confirming by mailed link, reloading and signing out work end to end')
const WHOLE_WAY = authSignUp(
  'a user can sign up, confirm the email address, sign in, refresh and sign out, and the log contains no secret',
)
const GOOGLE = accountReturn(
  'Google sign-in sends a PKCE challenge, exchanges the returned code and shows the account button',
)
const TWO_TABS = account('signing in or out in one browser tab signs the second tab in or out too')

const FORGOTTEN = authCodes(
  'password recovery: the emailed link opens a session in which a new password can replace the old one',
)
const APP = authFactors('verifying a TOTP code raises the session to aal2, which persists after a token refresh')
const EVENTS = websiteTests.sessionEvents('the session store is updated on every supabase-js auth event')
const REFUSED_AT_ONCE = client(
  'the supabase-js client rejects missing credentials, a missing session and invalid JWTs without a network request',
)
const KEPT_APART = client(
  'signInWithPassword returns the status and code of an error response, and specific error classes for malformed responses',
)
const STRANGE_ADDRESS = client('tokens or errors in the URL fragment create no session')
const SENTENCES = accountErrors('describeAccountError returns the message for each error class of supabase-js')

const ways: readonly RequirementEntry[] = [
  createTestedRequirement('R1.7', NEW_ACCOUNT, WHOLE_WAY),
  createTestedRequirement('R1.8', GOOGLE),
  createTestedRequirement('R3.15', WHOLE_WAY),
  createTestedRequirement(
    'R4.24',
    websiteTests.session('the initial session state is loading, in the browser and in the prerendered page'),
    websiteTests.session('setSession ends the loading state and notifies listeners until they unsubscribe'),
  ),
  createTestedRequirement('R4.25', EVENTS),
  createTestedRequirement('R4.26', NEW_ACCOUNT, TWO_TABS),
  createTestedRequirement(
    'R5.31',
    accountSignIn('empty and malformed fields in the sign-in form show errors without sending a request'),
  ),
  createTestedRequirement(
    'R7.12',
    NEW_ACCOUNT,
    WHOLE_WAY,
    authSignUp('the link in a confirmation email opens the site, and its token can be verified only once'),
  ),
  createTestedRequirement(
    'R7.13',
    accountSignIn(
      'when the auth service is unreachable, the sign-in dialog shows an error, and the next attempt succeeds',
    ),
    authSignUp('a password can have up to 72 bytes of any characters, including leading and trailing spaces'),
  ),
  createTestedRequirement('R7.14', GOOGLE),
  createTestedRequirement('R7.15', NEW_ACCOUNT, TWO_TABS),
  createTestedRequirement(
    'R7.16',
    WHOLE_WAY,
    authSignUp('POST /signup rejects missing or malformed parameters with GoTrue’s error messages'),
  ),
  createTestedRequirement(
    'R7.17',
    authSignUp('a password can have up to 72 bytes of any characters, including leading and trailing spaces'),
  ),
  createTestedRequirement(
    'R7.18',
    authSessions(
      'a token refresh keeps user, session and sign-in methods, and includes metadata changed since the last token',
    ),
    authSessions(
      'POST /token rejects a malformed refresh token with validation_failed and an unknown one with refresh_token_not_found',
    ),
  ),
  createTestedRequirement('R7.19', WHOLE_WAY),
  createTestedRequirement(
    'R7.20',
    authSessions.all(
      'GET /user, token refresh and logout return the expected status and error code for a session signed out ',
    ),
    authSessions('POST /logout rejects a scope other than local, global and others with validation_failed'),
  ),
  createTestedRequirement(
    'R7.21',
    authSessions.all('GET /user, token refresh and logout return the expected status and error code for a session '),
    authSessions('a password change keeps the session that made it and ends the other sessions of the user'),
  ),
  createTestedRequirement(
    'R7.22',
    protocolTests.restRoles(
      'GET /auth/v1/.well-known/jwks.json is public and returns the ES256 key without its private part',
    ),
  ),
]

const states: readonly RequirementEntry[] = [
  createTestedRequirement('R3.16', WHOLE_WAY),
  createTestedRequirement(
    'R3.17',
    APP,
    websiteTests.secondFactor(
      'needsSecondFactor returns true for an aal1 session of an account with a verified factor',
    ),
  ),
  createTestedRequirement(
    'R4.27',
    EVENTS,
    FORGOTTEN,
    APP,
    websiteTests.sessionEvents(
      'the PASSWORD_RECOVERY auth event calls the recovery listener after the session is stored',
    ),
  ),
  createTestedRequirement(
    'R4.28',
    client('after a rejected refresh, the session is removed when its access token expires, and SIGNED_OUT is emitted'),
  ),
  createTestedRequirement(
    'R5.32',
    REFUSED_AT_ONCE,
    authUser('GET /user rejects forged, unsigned and truncated tokens, non-bearer schemes and a wrong audience'),
    accountReturn('a sign-in redirect with tokens in the address creates no session, and the dialog shows an error'),
  ),
  createTestedRequirement(
    'R6.7',
    authProtocol(
      'auth admin endpoints reject a missing, non-admin or forged token with 401 or 403 before they parse the body',
    ),
    authAdmin(
      'POST /admin/users creates a user with metadata and a ban without sending mail, and rejects a taken email address',
    ),
    client('the website source code contains no auth.admin call, no /admin/ path and no secret key'),
  ),
]

const paths: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R7.23',
    authGoogle(
      'OAuth sign-in with PKCE redirects back from the provider with a code that can be exchanged for a session',
    ),
    authLinks.all('a PKCE code expires after five minutes'),
  ),
  createTestedRequirement(
    'R7.24',
    authIdentities('signInWithIdToken with a valid ID token and nonce opens a session'),
    authIdentities(
      'POST /token rejects an ID token with a wrong audience, expiry, at_hash or nonce with 400 and an OAuth error',
    ),
  ),
  createTestedRequirement(
    'R7.25',
    authWallets.all('the first sign-in with a wallet of '),
    authWallets(
      'wallet sign-in rejects a message for another site, outside its validity period or signed by another wallet with 400',
    ),
  ),
  createTestedRequirement(
    'R7.26',
    authCodes('verifying a magic-link code signs the user in once and invalidates the link in the same email'),
    authCodes(
      'POST /otp for a new address creates an account on verification; with create_user: false it returns otp_disabled',
    ),
    accountMails('entering the code from a sign-in mail signs the user in without a password'),
  ),
  createTestedRequirement(
    'R7.27',
    authCodes(
      'POST /resend sends a new confirmation email until the address is confirmed, and invalidates the earlier code',
    ),
  ),
  createTestedRequirement(
    'R7.28',
    FORGOTTEN,
    authCodes(
      'POST /recover, /otp and /resend respond identically and after the same minimum time for known and unknown addresses',
    ),
    accountNewPassword(
      'password recovery by link rejects weak and current passwords, and afterwards only the new password signs in',
    ),
  ),
  createTestedRequirement(
    'R7.29',
    authUser('reauthenticate sends a code to a signed-in user and fails without a session'),
    authPassword(
      'in a session older than 24 hours, a password change requires the current password or an emailed code',
    ),
  ),
  createTestedRequirement(
    'R7.30',
    authGoogle(
      'OAuth sign-in with PKCE redirects back from the provider with a code that can be exchanged for a session',
    ),
    authGoogle(
      'GET /authorize forwards extra parameters to the provider but ignores overrides of client_id, redirect_uri and state',
    ),
  ),
  createTestedRequirement(
    'R7.31',
    authIdentities(
      'a user can link and unlink an identity but not unlink the last one, and each change is reported by email',
    ),
    authIdentities('an OAuth identity linked to one account cannot be linked to or unlinked by another account'),
  ),
  createTestedRequirement(
    'R7.32',
    APP,
    authFactors(
      'a wrong TOTP code does not consume the challenge; the right code consumes the challenge and cannot be reused',
    ),
    authFactors('removing an MFA factor lowers the session to aal1 at the next refresh and sends a notification email'),
    accountFactors(
      'setting up an authenticator app shows a QR code and a secret, rejects a wrong code and accepts a valid one',
    ),
  ),
  createTestedRequirement(
    'R7.33',
    authAdmin(
      'POST /admin/users creates a user with metadata and a ban without sending mail, and rejects a taken email address',
    ),
    authAdmin(
      'an admin update changes email address and metadata immediately, and rejects a weak password or a taken address',
    ),
    authAdmin(
      'DELETE /admin/users/:id removes a user; a soft delete keeps an anonymised row, ends sessions and frees the address',
    ),
    authAdmin('GET /admin/users supports pagination, sorting and an email address filter without wildcards'),
  ),
]

const refusals: readonly RequirementEntry[] = [
  createTestedRequirement('R8.24', KEPT_APART, SENTENCES),
  createTestedRequirement('R8.25', KEPT_APART, SENTENCES),
  createTestedRequirement('R8.26', REFUSED_AT_ONCE, SENTENCES),
  createTestedRequirement('R8.27', KEPT_APART, SENTENCES),
  createTestedRequirement('R8.28', REFUSED_AT_ONCE, SENTENCES),
  createTestedRequirement('R8.29', STRANGE_ADDRESS, SENTENCES),
  createTestedRequirement('R8.30', STRANGE_ADDRESS, SENTENCES),
  createTestedRequirement(
    'R8.31',
    client('signInWithPassword returns AuthRetryableFetchError for status 502, 503 or 504 and for a network error'),
    SENTENCES,
  ),
  createTestedRequirement(
    'R8.32',
    authSignUp('POST /signup rejects a short or common password, or one with the product name, and lists the reasons'),
  ),
  createTestedRequirement('R8.33', REFUSED_AT_ONCE, SENTENCES),
  createTestedRequirement('R8.34', accountSignIn.all('sign-in error ')),
]

const figures: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R9.17',
    client(
      'the supabase-js client checks the session every 30 seconds and refreshes it once 90 seconds or fewer remain',
    ),
  ),
  createTestedRequirement(
    'R9.18',
    client(
      'getSession refreshes a session that expires within 90 seconds and makes no request for one that expires later',
    ),
  ),
  createTestedRequirement(
    'R9.19',
    client(
      'a session refresh that fails with a network error is retried with exponential back-off from 200 ms for up to 30 seconds',
    ),
  ),
  createTestedRequirement('R9.20', client('getClaims caches the JWKS signing keys for ten minutes')),
]

/** Requirements about accounts (sections 1, 3, 4, 5, 6, 7, 8 and 9 of docs/requirements.md) and their tests. */
export const accountTestsByRequirement: readonly RequirementEntry[] = [
  ...ways,
  ...states,
  ...paths,
  ...refusals,
  ...figures,
]
