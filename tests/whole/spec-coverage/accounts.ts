import { line, type OwedLine, type SpecLine } from './spec-line.ts'
import { journeys, website, wire } from './tests-by-file.ts'

const owed = (spec: string): OwedLine => ({ spec, owedBy: 3 })

const { account, accountReturn, accountSignIn } = journeys
const { authSessions, authSignUp } = wire
const NEW_ACCOUNT = account(
  'a new account: the mail, its link, one press, signed in, still so after a reload, and out again',
)
const WHOLE_WAY = authSignUp('from sign-up over the mail to a session, a refresh, and out again')
const GOOGLE = accountReturn(
  'Google leads away with a challenge that only this browser can answer, and back to a session',
)
const TWO_TABS = account('two tabs share the session: signed in here is signed in there, and out is out')

const proven: readonly SpecLine[] = [
  line('1: sign up or sign in with email and password', NEW_ACCOUNT, WHOLE_WAY),
  line('1: sign up or sign in with a Google account', GOOGLE),
  line('3 user: id, identities list; the sign-up name as user metadata', WHOLE_WAY),
  line(
    '4 auth: a loading flag starts true and becomes false after the first session load or first auth event',
    website.session('a page begins without knowing who is there, and so does its prerendered form'),
    website.session('the first answer ends the loading, and every answer is told'),
  ),
  line(
    '4 auth: events INITIAL_SESSION, SIGNED_IN, TOKEN_REFRESHED and SIGNED_OUT',
    website.session("supabase-js's events are followed, sign-in and sign-out alike"),
  ),
  line('4 auth: a session is saved on sign-in and removed on sign-out', NEW_ACCOUNT, TWO_TABS),
  line(
    '5 sign-in: email or phone with a password is required',
    accountSignIn('empty and malformed fields are told at once, and nothing is sent'),
  ),
  line(
    '7, call 7: sign-up with email, password, redirect to the site origin, name as metadata',
    NEW_ACCOUNT,
    WHOLE_WAY,
    authSignUp('the link of the mail opens the site, and works once'),
  ),
  line(
    '7, call 8: sign-in with password',
    accountSignIn('a service that is away is told so, and the next press goes through'),
    authSignUp('a password may have 72 bytes of anything, and spaces at its ends count'),
  ),
  line('7, call 9: sign-in with Google, back to the site origin', GOOGLE),
  line('7, call 10: sign-out; read the session; subscribe to auth changes', NEW_ACCOUNT, TWO_TABS),
  line(
    '7, auth service paths: POST /signup',
    WHOLE_WAY,
    authSignUp('what is missing or malformed is said in the words of the protocol'),
  ),
  line(
    '7, auth service paths: POST /token with grant_type password',
    authSignUp('a password may have 72 bytes of anything, and spaces at its ends count'),
  ),
  line(
    '7, auth service paths: POST /token with grant_type refresh_token',
    authSessions('refreshing carries user, session and proofs on, and shows what has changed since'),
    authSessions('what is no refresh token is refused before anything is looked up'),
  ),
  line('7, auth service paths: POST /verify', WHOLE_WAY),
  line(
    '7, auth service paths: POST /logout with scope global, local or others',
    authSessions.all('what every event does to a session that is signed out '),
    authSessions('logging out knows three scopes and no other'),
  ),
  line(
    '7, auth service paths: GET /user and PUT /user',
    authSessions.all('what every event does to a session that is '),
    authSessions('whoever changes their password stays signed in here, and only here'),
  ),
  line(
    '7, auth service paths: GET /.well-known/jwks.json',
    wire.restRoles('the published keys are public, whole and hold nothing private'),
  ),
  line(
    '8 auth: AuthWeakPasswordError (weak_password, with reasons)',
    authSignUp('a password is refused for being short, common, or our own name'),
  ),
  line('8 auth: the product passes the error back to the caller', accountSignIn.all("the service's ")),
]

const states: readonly OwedLine[] = [
  '3 session: access_token, refresh_token, expires_in, expires_at, token_type, user',
  '3 user: factors list (factor_type, status)',
  '4 auth: events USER_UPDATED, PASSWORD_RECOVERY and MFA_CHALLENGE_VERIFIED',
  '4 auth: a session is removed when a refresh fails for a non-retryable reason',
  '5 sign-in: invalid token structure is rejected',
  '6: administrative user management exists in the auth service, and the product does not use it',
].map(owed)

const paths: readonly OwedLine[] = [
  '7, auth service paths: POST /token with grant_type pkce',
  '7, auth service paths: POST /token with grant_type id_token',
  '7, auth service paths: POST /token with grant_type web3',
  '7, auth service paths: POST /otp',
  '7, auth service paths: POST /resend',
  '7, auth service paths: POST /recover',
  '7, auth service paths: GET /reauthenticate',
  '7, auth service paths: GET /authorize',
  '7, auth service paths: identity link and unlink under /user/identities',
  '7, auth service paths: factor enrolment, challenge, verify and removal under /factors',
  '7, auth service paths: admin calls under /admin/users',
].map(owed)

const refusals: readonly OwedLine[] = [
  '8 auth: AuthApiError',
  '8 auth: AuthUnknownError',
  "8 auth: AuthSessionMissingError ('Auth session missing!', 400)",
  "8 auth: AuthInvalidTokenResponseError ('Auth session or user missing', 500)",
  '8 auth: AuthInvalidCredentialsError (400)',
  '8 auth: AuthImplicitGrantRedirectError',
  '8 auth: AuthPKCEGrantCodeExchangeError',
  '8 auth: AuthRetryableFetchError (502, 503, 504 or network failure)',
  '8 auth: AuthInvalidJwtError (invalid_jwt, 400)',
].map(owed)

const figures: readonly OwedLine[] = [
  '9 auth: token refresh check every 30 s',
  '9 auth: a session is refreshed when 90 s or less remain',
  '9 auth: refresh retry from 200 ms, doubling, within the 30 s window',
  '9 auth: signing-key cache 10 minutes',
].map(owed)

/**
 * What the specification says of accounts, in sections 1, 3, 4, 5, 6, 7, 8 and 9. This is the only file that may hold
 * lines which are still owed, by issue 3; a line that has its test names it as everywhere else.
 */
export const accounts: readonly SpecLine[] = [...proven, ...states, ...paths, ...refusals, ...figures]
