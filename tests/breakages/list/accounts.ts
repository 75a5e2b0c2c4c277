import { browserTests, websiteTests } from '../../whole/spec-coverage/tests-by-file.ts'
import type { HandWrittenMutant } from '../breakage.ts'

/** Mutation testing: hand-written defects in the account features of the pages (sections 1, 4, 8 and 9 of docs/requirements.md). */
export const accountMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R1.8'],
    what: 'Google comes back with tokens in the address',
    file: 'website/app/backend/make-client.ts',
    find: "flowType: 'pkce'",
    replace: "flowType: 'implicit'",
    caughtBy: browserTests.accountReturn(
      'Google sign-in sends a PKCE challenge, exchanges the returned code and shows the account button',
    ),
  },
  {
    breaks: ['R5.32', 'R8.29'],
    what: 'tokens in an address open a session',
    file: 'website/app/backend/make-client.ts',
    find: "flowType: 'pkce'",
    replace: "flowType: 'implicit'",
    caughtBy: websiteTests.client('tokens or errors in the URL fragment create no session'),
  },
  {
    breaks: ['R7.14'],
    what: 'Google comes back to another page',
    file: 'website/app/backend/account.ts',
    find: "provider: 'google', options: { redirectTo: location.origin }",
    replace: "provider: 'google', options: { redirectTo: 'https://evil.example' }",
    caughtBy: browserTests.accountReturn(
      'Google sign-in sends a PKCE challenge, exchanges the returned code and shows the account button',
    ),
  },
  {
    breaks: ['R1.7', 'R7.12'],
    what: 'the name of a new account is not sent',
    file: 'website/app/backend/account.ts',
    find: 'const options = { data: { name }, emailRedirectTo',
    replace: 'const options = { data: {}, emailRedirectTo',
    caughtBy: browserTests.account(
      'creating an account, confirming by mailed link, reloading and signing out work end to end',
    ),
  },
  {
    breaks: ['R4.26', 'R7.15'],
    what: 'a session does not outlive the page',
    file: 'website/app/backend/make-client.ts',
    find: 'storageKey: SESSION_STORAGE_KEY,',
    replace: 'storageKey: SESSION_STORAGE_KEY, persistSession: false,',
    caughtBy: browserTests.account(
      'creating an account, confirming by mailed link, reloading and signing out work end to end',
    ),
  },
  {
    breaks: ['R4.26', 'R7.15'],
    what: 'signing out does nothing',
    file: 'website/app/backend/account.ts',
    find: '...(await auth.signOut({ scope }))',
    replace: 'error: auth === null || scope === null ? new Error() : null',
    caughtBy: browserTests.account(
      'creating an account, confirming by mailed link, reloading and signing out work end to end',
    ),
  },
  {
    breaks: ['R4.24'],
    what: 'a page begins as if nobody was there',
    file: 'website/app/backend/session-store.ts',
    find: '{ loading: true, session: null',
    replace: '{ loading: false, session: null',
    caughtBy: websiteTests.session('the initial session state is loading, in the browser and in the prerendered page'),
  },
  {
    breaks: ['R4.25', 'R6.1'],
    what: 'signing out elsewhere is not followed',
    file: 'website/app/backend/connect-session-store.ts',
    find: '    setSession(session, session',
    replace: "    if (event !== 'SIGNED_OUT') setSession(session, session",
    caughtBy: websiteTests.sessionEvents('the session store is updated on every supabase-js auth event'),
  },
  {
    breaks: ['R4.27'],
    what: 'a way back to a lost password is ignored',
    file: 'website/app/backend/connect-session-store.ts',
    find: "if (event === 'PASSWORD_RECOVERY') notifyPasswordRecovery()",
    replace: "if (event === 'USER_UPDATED') notifyPasswordRecovery()",
    caughtBy: websiteTests.sessionEvents(
      'the PASSWORD_RECOVERY auth event calls the recovery listener after the session is stored',
    ),
  },
  {
    breaks: ['R4.27'],
    what: 'the second step is not followed',
    file: 'website/app/backend/connect-session-store.ts',
    find: '    setSession(session, session',
    replace: "    if (event !== 'MFA_CHALLENGE_VERIFIED') setSession(session, session",
    caughtBy: websiteTests.sessionEvents('the session store is updated on every supabase-js auth event'),
  },
  {
    breaks: ['R4.28'],
    what: 'a dead session stays',
    file: 'website/app/backend/make-client.ts',
    find: 'storageKey: SESSION_STORAGE_KEY,',
    replace: 'storageKey: SESSION_STORAGE_KEY, autoRefreshToken: false,',
    caughtBy: websiteTests.client(
      'after a rejected refresh, the session is removed when its access token expires, and SIGNED_OUT is emitted',
    ),
  },
  {
    breaks: ['R9.17'],
    what: 'nothing looks whether the token has to be refreshed',
    file: 'website/app/backend/make-client.ts',
    find: 'storageKey: SESSION_STORAGE_KEY,',
    replace: 'storageKey: SESSION_STORAGE_KEY, autoRefreshToken: false,',
    caughtBy: websiteTests.client(
      'the supabase-js client checks the session every 30 seconds and refreshes it once 90 seconds or fewer remain',
    ),
  },
  {
    breaks: ['R9.18'],
    what: 'a session in its last minutes is not found',
    file: 'website/app/backend/make-client.ts',
    find: 'storageKey: SESSION_STORAGE_KEY,',
    replace: "storageKey: 'another-session',",
    caughtBy: websiteTests.client(
      'getSession refreshes a session that expires within 90 seconds and makes no request for one that expires later',
    ),
  },
  {
    breaks: ['R9.19'],
    what: 'a network that is gone counts as a refusal',
    file: 'website/app/backend/make-client.ts',
    find: 'return fetch(input, { ...init, signal: call.signal })',
    replace:
      "return fetch(input, { ...init, signal: call.signal }).catch(() => Response.json({ code: 'x' }, { status: 400 }))",
    caughtBy: websiteTests.client(
      'a session refresh that fails with a network error is retried with exponential back-off from 200 ms for up to 30 seconds',
    ),
  },
  {
    breaks: ['R8.31'],
    what: 'a service that is away counts as a refusal',
    file: 'website/app/backend/make-client.ts',
    find: 'return fetch(input, { ...init, signal: call.signal })',
    replace:
      'return fetch(input, { ...init, signal: call.signal }).then((answer) => new Response(answer.body, { status: 400 }))',
    caughtBy: websiteTests.client(
      'signInWithPassword returns AuthRetryableFetchError for status 502, 503 or 504 and for a network error',
    ),
  },
  {
    breaks: ['R9.20'],
    what: 'the signing keys are not found',
    file: 'website/app/backend/make-client.ts',
    find: 'function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {\n',
    replace:
      "function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {\n  if (String(input).endsWith('jwks.json')) return Promise.resolve(Response.json({ keys: [] }))\n",
    caughtBy: websiteTests.client('getClaims caches the JWKS signing keys for ten minutes'),
  },
  {
    breaks: ['R8.24', 'R8.25', 'R8.27'],
    what: 'every answer counts as a success',
    file: 'website/app/backend/make-client.ts',
    find: 'return fetch(input, { ...init, signal: call.signal })',
    replace:
      "return fetch(input, { ...init, signal: call.signal }).then(() => Response.json({ user: { id: '1' }, access_token: 'a', refresh_token: 'r', expires_in: 1 }))",
    caughtBy: websiteTests.client(
      'signInWithPassword returns the status and code of an error response, and specific error classes for malformed responses',
    ),
  },
  {
    breaks: ['R8.24'],
    what: 'AuthApiError has the sentence of another error',
    file: 'website/app/dialogs/account/account-errors.ts',
    find: '  AuthApiError: UNEXPECTED,',
    replace: '  AuthApiError: SIGNED_OUT,',
    caughtBy: websiteTests.accountErrors(
      'describeAccountError returns the message for each error class of supabase-js',
    ),
  },
  {
    breaks: ['R8.25'],
    what: 'AuthUnknownError has the sentence of another error',
    file: 'website/app/dialogs/account/account-errors.ts',
    find: '  AuthUnknownError: UNEXPECTED,',
    replace: '  AuthUnknownError: SIGNED_OUT,',
    caughtBy: websiteTests.accountErrors(
      'describeAccountError returns the message for each error class of supabase-js',
    ),
  },
  {
    breaks: ['R8.26'],
    what: 'AuthSessionMissingError has the sentence of another error',
    file: 'website/app/dialogs/account/account-errors.ts',
    find: '  AuthSessionMissingError: SIGNED_OUT_ERROR,',
    replace: '  AuthSessionMissingError: UNEXPECTED,',
    caughtBy: websiteTests.accountErrors(
      'describeAccountError returns the message for each error class of supabase-js',
    ),
  },
  {
    breaks: ['R8.27'],
    what: 'AuthInvalidTokenResponseError has the sentence of another error',
    file: 'website/app/dialogs/account/account-errors.ts',
    find: '  AuthInvalidTokenResponseError: UNEXPECTED,',
    replace: '  AuthInvalidTokenResponseError: UNFINISHED,',
    caughtBy: websiteTests.accountErrors(
      'describeAccountError returns the message for each error class of supabase-js',
    ),
  },
  {
    breaks: ['R8.29'],
    what: 'AuthImplicitGrantRedirectError has the sentence of another error',
    file: 'website/app/dialogs/account/account-errors.ts',
    find: '  AuthImplicitGrantRedirectError: UNFINISHED_SIGN_IN_ERROR,',
    replace: '  AuthImplicitGrantRedirectError: UNEXPECTED,',
    caughtBy: websiteTests.accountErrors(
      'describeAccountError returns the message for each error class of supabase-js',
    ),
  },
  {
    breaks: ['R8.30'],
    what: 'AuthPKCEGrantCodeExchangeError has the sentence of another error',
    file: 'website/app/dialogs/account/account-errors.ts',
    find: '  AuthPKCEGrantCodeExchangeError: UNFINISHED_SIGN_IN_ERROR,',
    replace: '  AuthPKCEGrantCodeExchangeError: UNEXPECTED,',
    caughtBy: websiteTests.accountErrors(
      'describeAccountError returns the message for each error class of supabase-js',
    ),
  },
  {
    breaks: ['R8.31'],
    what: 'AuthRetryableFetchError has the sentence of another error',
    file: 'website/app/dialogs/account/account-errors.ts',
    find: '  AuthRetryableFetchError: UNREACHABLE,',
    replace: '  AuthRetryableFetchError: UNEXPECTED,',
    caughtBy: websiteTests.accountErrors(
      'describeAccountError returns the message for each error class of supabase-js',
    ),
  },
  {
    breaks: ['R8.33'],
    what: 'a session that has ended is told as trouble of ours',
    file: 'website/app/dialogs/account/account-errors.ts',
    find: "plain('You’re no longer signed in. Sign in again to carry on.', 'sign-in')",
    replace: "plain('Something went wrong on our side.', 'sign-in')",
    caughtBy: websiteTests.accountErrors(
      'describeAccountError returns the message for each error class of supabase-js',
    ),
  },
  {
    breaks: ['R8.28'],
    what: 'AuthInvalidCredentialsError has other words',
    file: 'website/app/dialogs/account/account-errors.ts',
    find: 'Enter your email address and password.',
    replace: 'Something went wrong.',
    caughtBy: websiteTests.accountErrors(
      'describeAccountError returns the message for each error class of supabase-js',
    ),
  },
  {
    breaks: ['R8.34'],
    what: 'the error of the service is lost on its way',
    file: 'website/app/backend/auth-call.ts',
    find: '{ ok: false, error: response.error }',
    replace: '{ ok: false, error: null }',
    caughtBy: browserTests.accountSignIn(
      'when the auth service is unreachable, the sign-in dialog shows an error, and the next attempt succeeds',
    ),
  },
]
