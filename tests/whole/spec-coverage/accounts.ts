import { line, type SpecLine } from './spec-line.ts'
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
const NEW_ACCOUNT = account(
  'a new account: the mail, its link, one press, signed in, still so after a reload, and out again',
)
const WHOLE_WAY = authSignUp('from sign-up over the mail to a session, a refresh, and out again')
const GOOGLE = accountReturn(
  'Google leads away with a challenge that only this browser can answer, and back to a session',
)
const TWO_TABS = account('two tabs share the session: signed in here is signed in there, and out is out')

const FORGOTTEN = authCodes('a forgotten password: the mail lets in, and a new one is set')
const APP = authFactors('an authenticator app is enrolled, confirmed by its code, and raises the session')
const EVENTS = website.sessionEvents("supabase-js's events are followed, sign-in and sign-out alike")
const REFUSED_AT_ONCE = client('what can not succeed is refused before anything is sent')
const KEPT_APART = client('what the service refuses keeps its status and code; what it can not mean is unknown')
const STRANGE_ADDRESS = client(
  'an address with tokens, or with a code that this browser did not ask for, opens no session',
)
const SENTENCES = accountErrors('every class of error has a sentence of its own or shares a fitting one')

const ways: readonly SpecLine[] = [
  line('1: sign up or sign in with email and password', NEW_ACCOUNT, WHOLE_WAY),
  line('1: sign up or sign in with a Google account', GOOGLE),
  line('3 user: id, identities list; the sign-up name as user metadata', WHOLE_WAY),
  line(
    '4 auth: a loading flag starts true and becomes false after the first session load or first auth event',
    website.session('a page begins without knowing who is there, and so does its prerendered form'),
    website.session('the first answer ends the loading, and every answer is told'),
  ),
  line('4 auth: events INITIAL_SESSION, SIGNED_IN, TOKEN_REFRESHED and SIGNED_OUT', EVENTS),
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
]

const states: readonly SpecLine[] = [
  line('3 session: access_token, refresh_token, expires_in, expires_at, token_type, user', WHOLE_WAY),
  line(
    '3 user: factors list (factor_type, status)',
    APP,
    website.secondFactor(
      'a session awaits its second step while the account has a second factor and the session one step',
    ),
  ),
  line(
    '4 auth: events USER_UPDATED, PASSWORD_RECOVERY and MFA_CHALLENGE_VERIFIED',
    EVENTS,
    FORGOTTEN,
    APP,
    website.sessionEvents('a way back to a lost password is told to who asked for it, once the session is known'),
  ),
  line(
    '4 auth: a session is removed when a refresh fails for a non-retryable reason',
    client('a refresh that is refused for good removes the session when its access token ends, and signs out'),
  ),
  line(
    '5 sign-in: invalid token structure is rejected',
    REFUSED_AT_ONCE,
    authUser('tokens are looked at closely'),
    accountReturn('tokens in the address: nobody is signed in, and the dialog says so'),
  ),
  line(
    '6: administrative user management exists in the auth service, and the product does not use it',
    authProtocol('only the operators’ key opens the operators’ part'),
    authAdmin('an operator makes a user, without any mail'),
    client('the site makes none of the calls that are for operators'),
  ),
]

const paths: readonly SpecLine[] = [
  line(
    '7, auth service paths: POST /token with grant_type pkce',
    authGoogle('with the client library: to the provider, back with a code, and in'),
    authLinks.all('a code that waited too long is refused'),
  ),
  line(
    '7, auth service paths: POST /token with grant_type id_token',
    authIdentities('an ID token that a client got by itself opens a session'),
    authIdentities('an ID token that is not right is refused in the words of OAuth'),
  ),
  line(
    '7, auth service paths: POST /token with grant_type web3',
    authWallets.all('an '),
    authWallets('a signature for another site, time or account is refused'),
  ),
  line(
    '7, auth service paths: POST /otp',
    authCodes('a magic code lets a member in, and is used up with its link'),
    authCodes('a magic code makes an account for somebody new, unless that is not wanted'),
    accountMails('a code by mail signs in without a password'),
  ),
  line(
    '7, auth service paths: POST /resend',
    authCodes('a confirmation can be sent again, while there is something to confirm'),
  ),
  line(
    '7, auth service paths: POST /recover',
    FORGOTTEN,
    authCodes('nobody learns from a recovery, a resend or a magic code whether somebody has an account'),
    accountMails('a forgotten password: the link, one press, a new one; the old one opens nothing any more'),
  ),
  line(
    '7, auth service paths: GET /reauthenticate',
    authUser('a code for a new password is sent to who has an address that is theirs'),
    authPassword('in an old session a new password asks for the current one, or for a mailed code'),
  ),
  line(
    '7, auth service paths: GET /authorize',
    authGoogle('with the client library: to the provider, back with a code, and in'),
    authGoogle('what the site decides no link can change; the rest is handed on'),
  ),
  line(
    '7, auth service paths: identity link and unlink under /user/identities',
    authIdentities('another way to sign in is added and taken away again, never the last'),
    authIdentities('an identity belongs to one account, and only its owner takes it away'),
  ),
  line(
    '7, auth service paths: factor enrolment, challenge, verify and removal under /factors',
    APP,
    authFactors('a wrong code does not use a challenge up; a right one does, and its code too'),
    authFactors('a removed factor lowers the sessions that rest on it'),
    accountFactors('an authenticator app is set up with a picture, a text and a first code'),
  ),
  line(
    '7, auth service paths: admin calls under /admin/users',
    authAdmin('an operator makes a user, without any mail'),
    authAdmin('an operator changes a user at once'),
    authAdmin('an operator deletes a user, for good or leaving a nameless row'),
    authAdmin('users are listed by page, newest first, and found by a part of their address'),
  ),
]

const refusals: readonly SpecLine[] = [
  line('8 auth: AuthApiError', KEPT_APART, SENTENCES),
  line('8 auth: AuthUnknownError', KEPT_APART, SENTENCES),
  line("8 auth: AuthSessionMissingError ('Auth session missing!', 400)", REFUSED_AT_ONCE, SENTENCES),
  line("8 auth: AuthInvalidTokenResponseError ('Auth session or user missing', 500)", KEPT_APART, SENTENCES),
  line('8 auth: AuthInvalidCredentialsError (400)', REFUSED_AT_ONCE, SENTENCES),
  line('8 auth: AuthImplicitGrantRedirectError', STRANGE_ADDRESS, SENTENCES),
  line('8 auth: AuthPKCEGrantCodeExchangeError', STRANGE_ADDRESS, SENTENCES),
  line(
    '8 auth: AuthRetryableFetchError (502, 503, 504 or network failure)',
    client('an answer of 502, 503 or 504, and a network that is gone, may be tried again'),
    SENTENCES,
  ),
  line(
    '8 auth: AuthWeakPasswordError (weak_password, with reasons)',
    authSignUp('a password is refused for being short, common, or our own name'),
  ),
  line('8 auth: AuthInvalidJwtError (invalid_jwt, 400)', REFUSED_AT_ONCE, SENTENCES),
  line('8 auth: the product passes the error back to the caller', accountSignIn.all("the service's ")),
]

const figures: readonly SpecLine[] = [
  line(
    '9 auth: token refresh check every 30 s',
    client('a session is looked at every 30 seconds, and refreshed once 90 or fewer remain'),
  ),
  line(
    '9 auth: a session is refreshed when 90 s or less remain',
    client('asking for a session with 90 seconds or fewer refreshes it, with more it does not'),
  ),
  line(
    '9 auth: refresh retry from 200 ms, doubling, within the 30 s window',
    client('a refresh that fails for a passing reason is tried again after 200 ms, then double, within 30 seconds'),
  ),
  line('9 auth: signing-key cache 10 minutes', client('the keys that tokens are signed with are kept for ten minutes')),
]

/** What the specification says of accounts, in sections 1, 3, 4, 5, 6, 7, 8 and 9. */
export const accounts: readonly SpecLine[] = [...ways, ...states, ...paths, ...refusals, ...figures]
