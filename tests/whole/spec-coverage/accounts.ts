import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, website, wire } from './tests-by-file.ts'

const { account, accountFactors, accountMails, accountReturn, accountSignIn } = journeys
const { client, accountErrors } = website
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
} = wire
const NEW_ACCOUNT = account('sign-up, confirmation link, signed-in page, reload and sign-out work in one journey')
const WHOLE_WAY = authSignUp(
  'sign-up, confirmation mail, session, refresh and sign-out work, and the log contains no secret',
)
const GOOGLE = accountReturn('Google sign-in sends a PKCE challenge and returns to a signed-in page')
const TWO_TABS = account('two tabs share the session: signing in or out in one does so in the other')

const FORGOTTEN = authCodes(
  'password recovery: the mailed link opens a session and a new password replaces the old one',
)
const APP = authFactors(
  'a TOTP factor is enrolled and verified by its code, and raises the session to aal2, also after a refresh',
)
const EVENTS = website.sessionEvents('the session store follows every auth event of supabase-js')
const REFUSED_AT_ONCE = client('invalid credentials, sessions and tokens are rejected without a request')
const KEPT_APART = client(
  'an error response keeps its status and code, and a malformed response gives an error of its own',
)
const STRANGE_ADDRESS = client('tokens or errors in the URL fragment open no session')
const SENTENCES = accountErrors('refusalOf returns a fitting sentence for every error class of supabase-js')

const ways: readonly RequirementEntry[] = [
  line('R1.7', NEW_ACCOUNT, WHOLE_WAY),
  line('R1.8', GOOGLE),
  line('R3.15', WHOLE_WAY),
  line(
    'R4.24',
    website.session('the session state starts as loading, also in the prerendered page'),
    website.session('setSession ends the loading state and calls listeners until they unsubscribe'),
  ),
  line('R4.25', EVENTS),
  line('R4.26', NEW_ACCOUNT, TWO_TABS),
  line('R5.31', accountSignIn('empty and malformed sign-in fields show errors at once, and no request is sent')),
  line(
    'R7.12',
    NEW_ACCOUNT,
    WHOLE_WAY,
    authSignUp('the link in a confirmation mail leads to the site, and its token works once'),
  ),
  line(
    'R7.13',
    accountSignIn('when the service cannot be reached the dialog says so, and the next attempt succeeds'),
    authSignUp('a password may have up to 72 bytes of any characters, and leading and trailing spaces count'),
  ),
  line('R7.14', GOOGLE),
  line('R7.15', NEW_ACCOUNT, TWO_TABS),
  line('R7.16', WHOLE_WAY, authSignUp('missing or malformed parameters are rejected with GoTrue’s error messages')),
  line(
    'R7.17',
    authSignUp('a password may have up to 72 bytes of any characters, and leading and trailing spaces count'),
  ),
  line(
    'R7.18',
    authSessions(
      'a refresh keeps user, session and sign-in methods, and includes metadata changed since the last token',
    ),
    authSessions(
      'malformed refresh tokens are rejected with validation_failed, and unknown ones with refresh_token_not_found',
    ),
  ),
  line('R7.19', WHOLE_WAY),
  line(
    'R7.20',
    authSessions.all('a session signed out '),
    authSessions('logout rejects a scope other than local, global and others'),
  ),
  line(
    'R7.21',
    authSessions.all('a session '),
    authSessions('a password change keeps the session that made it and ends the others'),
  ),
  line('R7.22', wire.restRoles('the JWKS is public, complete and contains no private key')),
]

const states: readonly RequirementEntry[] = [
  line('R3.16', WHOLE_WAY),
  line(
    'R3.17',
    APP,
    website.secondFactor('a session of level aal1 awaits the second factor when the account has a verified factor'),
  ),
  line(
    'R4.27',
    EVENTS,
    FORGOTTEN,
    APP,
    website.sessionEvents('PASSWORD_RECOVERY calls the recovery callback after the session is stored'),
  ),
  line(
    'R4.28',
    client('a refresh that is refused removes the session when its access token expires, and emits SIGNED_OUT'),
  ),
  line(
    'R5.32',
    REFUSED_AT_ONCE,
    authUser('GET /user rejects forged, unsigned and truncated tokens, other schemes and a wrong audience'),
    accountReturn('with tokens in the address no session is created, and the dialog shows an error'),
  ),
  line(
    'R6.7',
    authProtocol('admin endpoints reject anonymous, user and forged tokens before they parse the body'),
    authAdmin('an admin creates a user with metadata and a ban; no mail is sent, and the address cannot be reused'),
    client('the website contains no admin call and no secret key'),
  ),
]

const paths: readonly RequirementEntry[] = [
  line(
    'R7.23',
    authGoogle('OAuth with PKCE: signInWithOAuth redirects to the provider and back with a code that opens a session'),
    authLinks.all('a PKCE code expires after five minutes'),
  ),
  line(
    'R7.24',
    authIdentities('signInWithIdToken with a valid ID token and nonce opens a session'),
    authIdentities('an ID token with a wrong audience, expiry, hash or nonce is rejected with an OAuth error'),
  ),
  line(
    'R7.25',
    authWallets.all('an '),
    authWallets('a wallet message for another site, time or account is rejected with its reason'),
  ),
  line(
    'R7.26',
    authCodes('a magic-link code signs a member in once, and using it also invalidates the link of its mail'),
    authCodes('a magic-link code creates an account for a new address, unless create_user is false'),
    accountMails('a mailed code signs in without a password'),
  ),
  line(
    'R7.27',
    authCodes('a confirmation mail can be resent until the address is confirmed; the earlier code then stops working'),
  ),
  line(
    'R7.28',
    FORGOTTEN,
    authCodes('recover, otp and resend respond the same, in the same time, whether or not the account exists'),
    accountMails(
      'password recovery by link: weak and current passwords are rejected, and the new one replaces the old',
    ),
  ),
  line(
    'R7.29',
    authUser('reauthenticate mails a code to a signed-in user and requires a session'),
    authPassword('in a session older than 24 hours a password change needs the current password or a mailed code'),
  ),
  line(
    'R7.30',
    authGoogle('OAuth with PKCE: signInWithOAuth redirects to the provider and back with a code that opens a session'),
    authGoogle('the OAuth start forwards extra parameters but lets no link override those that the site sets'),
  ),
  line(
    'R7.31',
    authIdentities(
      'an identity is linked and unlinked, the last one cannot be unlinked, and a mail reports each change',
    ),
    authIdentities('an identity linked to one account cannot be linked to or unlinked by another'),
  ),
  line(
    'R7.32',
    APP,
    authFactors('a wrong TOTP code does not consume the challenge; a right one consumes the challenge and the code'),
    authFactors('removing a factor lowers the session to aal1 at the next refresh and mails a notification'),
    accountFactors(
      'an authenticator app is set up with a QR code, a secret and a first code; a wrong code is rejected',
    ),
  ),
  line(
    'R7.33',
    authAdmin('an admin creates a user with metadata and a ban; no mail is sent, and the address cannot be reused'),
    authAdmin(
      'an admin changes address, password and metadata of a user immediately, and cannot assign a used address',
    ),
    authAdmin('an admin deletes a user; a soft delete keeps an anonymous row, ends its sessions and frees the address'),
    authAdmin('the admin user list is paginated, sorted, and filtered by a part of the address'),
  ),
]

const refusals: readonly RequirementEntry[] = [
  line('R8.24', KEPT_APART, SENTENCES),
  line('R8.25', KEPT_APART, SENTENCES),
  line('R8.26', REFUSED_AT_ONCE, SENTENCES),
  line('R8.27', KEPT_APART, SENTENCES),
  line('R8.28', REFUSED_AT_ONCE, SENTENCES),
  line('R8.29', STRANGE_ADDRESS, SENTENCES),
  line('R8.30', STRANGE_ADDRESS, SENTENCES),
  line('R8.31', client('a response of 502, 503 or 504 and a network error give AuthRetryableFetchError'), SENTENCES),
  line(
    'R8.32',
    authSignUp('sign-up rejects a password that is short, common or contains the product name, with the reasons'),
  ),
  line('R8.33', REFUSED_AT_ONCE, SENTENCES),
  line('R8.34', accountSignIn.all('sign-in error ')),
]

const figures: readonly RequirementEntry[] = [
  line(
    'R9.17',
    client('the client checks a session every 30 seconds and refreshes it once 90 seconds or fewer remain'),
  ),
  line('R9.18', client('getSession refreshes a session that expires in 90 seconds or fewer, and not one with more')),
  line(
    'R9.19',
    client('a refresh that fails on the network is retried after 200 ms, then with doubled delays, within 30 seconds'),
  ),
  line('R9.20', client('the signing keys are cached for ten minutes')),
]

/** Requirements about accounts (sections 1, 3, 4, 5, 6, 7, 8 and 9 of docs/requirements.md) and their tests. */
export const accounts: readonly RequirementEntry[] = [...ways, ...states, ...paths, ...refusals, ...figures]
