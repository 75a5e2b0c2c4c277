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
  line('R1.7', NEW_ACCOUNT, WHOLE_WAY),
  line('R1.8', GOOGLE),
  line('R3.15', WHOLE_WAY),
  line(
    'R4.24',
    website.session('a page begins without knowing who is there, and so does its prerendered form'),
    website.session('the first answer ends the loading, and every answer is told'),
  ),
  line('R4.25', EVENTS),
  line('R4.26', NEW_ACCOUNT, TWO_TABS),
  line('R5.31', accountSignIn('empty and malformed fields are told at once, and nothing is sent')),
  line('R7.12', NEW_ACCOUNT, WHOLE_WAY, authSignUp('the link of the mail opens the site, and works once')),
  line(
    'R7.13',
    accountSignIn('a service that is away is told so, and the next press goes through'),
    authSignUp('a password may have 72 bytes of anything, and spaces at its ends count'),
  ),
  line('R7.14', GOOGLE),
  line('R7.15', NEW_ACCOUNT, TWO_TABS),
  line('R7.16', WHOLE_WAY, authSignUp('what is missing or malformed is said in the words of the protocol')),
  line('R7.17', authSignUp('a password may have 72 bytes of anything, and spaces at its ends count')),
  line(
    'R7.18',
    authSessions('refreshing carries user, session and proofs on, and shows what has changed since'),
    authSessions('what is no refresh token is refused before anything is looked up'),
  ),
  line('R7.19', WHOLE_WAY),
  line(
    'R7.20',
    authSessions.all('what every event does to a session that is signed out '),
    authSessions('logging out knows three scopes and no other'),
  ),
  line(
    'R7.21',
    authSessions.all('what every event does to a session that is '),
    authSessions('whoever changes their password stays signed in here, and only here'),
  ),
  line('R7.22', wire.restRoles('the published keys are public, whole and hold nothing private')),
]

const states: readonly SpecLine[] = [
  line('R3.16', WHOLE_WAY),
  line(
    'R3.17',
    APP,
    website.secondFactor(
      'a session awaits its second step while the account has a second factor and the session one step',
    ),
  ),
  line(
    'R4.27',
    EVENTS,
    FORGOTTEN,
    APP,
    website.sessionEvents('a way back to a lost password is told to who asked for it, once the session is known'),
  ),
  line(
    'R4.28',
    client('a refresh that is refused for good removes the session when its access token ends, and signs out'),
  ),
  line(
    'R5.32',
    REFUSED_AT_ONCE,
    authUser('tokens are looked at closely'),
    accountReturn('tokens in the address: nobody is signed in, and the dialog says so'),
  ),
  line(
    'R6.7',
    authProtocol('only the operators’ key opens the operators’ part'),
    authAdmin('an operator makes a user, without any mail'),
    client('the site makes none of the calls that are for operators'),
  ),
]

const paths: readonly SpecLine[] = [
  line(
    'R7.23',
    authGoogle('with the client library: to the provider, back with a code, and in'),
    authLinks.all('a code that waited too long is refused'),
  ),
  line(
    'R7.24',
    authIdentities('an ID token that a client got by itself opens a session'),
    authIdentities('an ID token that is not right is refused in the words of OAuth'),
  ),
  line('R7.25', authWallets.all('an '), authWallets('a signature for another site, time or account is refused')),
  line(
    'R7.26',
    authCodes('a magic code lets a member in, and is used up with its link'),
    authCodes('a magic code makes an account for somebody new, unless that is not wanted'),
    accountMails('a code by mail signs in without a password'),
  ),
  line('R7.27', authCodes('a confirmation can be sent again, while there is something to confirm')),
  line(
    'R7.28',
    FORGOTTEN,
    authCodes('nobody learns from a recovery, a resend or a magic code whether somebody has an account'),
    accountMails('a forgotten password: the link, one press, a new one; the old one opens nothing any more'),
  ),
  line(
    'R7.29',
    authUser('a code for a new password is sent to who has an address that is theirs'),
    authPassword('in an old session a new password asks for the current one, or for a mailed code'),
  ),
  line(
    'R7.30',
    authGoogle('with the client library: to the provider, back with a code, and in'),
    authGoogle('what the site decides no link can change; the rest is handed on'),
  ),
  line(
    'R7.31',
    authIdentities('another way to sign in is added and taken away again, never the last'),
    authIdentities('an identity belongs to one account, and only its owner takes it away'),
  ),
  line(
    'R7.32',
    APP,
    authFactors('a wrong code does not use a challenge up; a right one does, and its code too'),
    authFactors('a removed factor lowers the sessions that rest on it'),
    accountFactors('an authenticator app is set up with a picture, a text and a first code'),
  ),
  line(
    'R7.33',
    authAdmin('an operator makes a user, without any mail'),
    authAdmin('an operator changes a user at once'),
    authAdmin('an operator deletes a user, for good or leaving a nameless row'),
    authAdmin('users are listed by page, newest first, and found by a part of their address'),
  ),
]

const refusals: readonly SpecLine[] = [
  line('R8.24', KEPT_APART, SENTENCES),
  line('R8.25', KEPT_APART, SENTENCES),
  line('R8.26', REFUSED_AT_ONCE, SENTENCES),
  line('R8.27', KEPT_APART, SENTENCES),
  line('R8.28', REFUSED_AT_ONCE, SENTENCES),
  line('R8.29', STRANGE_ADDRESS, SENTENCES),
  line('R8.30', STRANGE_ADDRESS, SENTENCES),
  line('R8.31', client('an answer of 502, 503 or 504, and a network that is gone, may be tried again'), SENTENCES),
  line('R8.32', authSignUp('a password is refused for being short, common, or our own name')),
  line('R8.33', REFUSED_AT_ONCE, SENTENCES),
  line('R8.34', accountSignIn.all("the service's ")),
]

const figures: readonly SpecLine[] = [
  line('R9.17', client('a session is looked at every 30 seconds, and refreshed once 90 or fewer remain')),
  line('R9.18', client('asking for a session with 90 seconds or fewer refreshes it, with more it does not')),
  line(
    'R9.19',
    client('a refresh that fails for a passing reason is tried again after 200 ms, then double, within 30 seconds'),
  ),
  line('R9.20', client('the keys that tokens are signed with are kept for ten minutes')),
]

/** What the specification says of accounts, in sections 1, 3, 4, 5, 6, 7, 8 and 9. */
export const accounts: readonly SpecLine[] = [...ways, ...states, ...paths, ...refusals, ...figures]
