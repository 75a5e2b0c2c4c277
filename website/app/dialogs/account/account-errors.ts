/** Names of the fields in the forms of the account dialog. */
export type AccountField = 'name' | 'email' | 'current' | 'password' | 'code'

/** The next step that an error message offers to the visitor, besides a retry. */
export type AccountNextStep = 'confirm-mail' | 'new-password' | 'magic-code' | 'second-factor' | 'sign-in' | 'contact'

/**
 * An error to show to the visitor: its message, the form field that it belongs to, and the next step to offer (`way`). Field and step may
 * be null.
 */
export type AccountErrorMessage = { text: string; field: AccountField | null; way: AccountNextStep | null }

/**
 * Converts an error of the auth service or supabase-js to a message for the visitor, by its error code or else by its class. Messages of
 * the server are never shown. `place` is where the error occurred, because one error code can mean a mistyped code in a form or an
 * expired link in a mail.
 */
export function describeAccountError(error: unknown, place: 'form' | 'link' = 'form'): AccountErrorMessage {
  if (!(error instanceof Error)) return UNEXPECTED
  const { code, name, message, reasons } = factsOf(error)
  if (code === 'weak_password') return at('password', weakness(reasons, message))
  if (code === 'validation_failed') return unaccepted(message)
  if (code === 'otp_expired' && place === 'link') return EXPIRED_LINK_ERROR
  const known = entry(byCode, code) ?? (OFF.test(code) ? SWITCHED_OFF : null)
  return known ?? entry(byClass, name) ?? (error instanceof TypeError ? UNREACHABLE : UNEXPECTED)
}

function entry(table: Readonly<Record<string, AccountErrorMessage>>, key: string): AccountErrorMessage | null {
  return Object.hasOwn(table, key) ? (table[key] ?? null) : null
}

function plain(text: string, way: AccountNextStep | null = null): AccountErrorMessage {
  return { text, field: null, way }
}

function at(field: AccountField, text: string, way: AccountNextStep | null = null): AccountErrorMessage {
  return { text, field, way }
}

const UNREACHABLE = plain('We can’t reach the server. Nothing you typed is lost. Check your connection and try again.')
const UNEXPECTED = plain('Something went wrong on our side. Try again in a moment.', 'contact')
/** Shown when the session has expired or was ended on another device. */
export const SIGNED_OUT_ERROR = plain('You’re no longer signed in. Sign in again to carry on.', 'sign-in')
const SWITCHED_OFF = plain('This doesn’t work here. Try another way.')
const NO_NEW_ACCOUNTS = plain('We’re not taking new accounts right now.')
const TAKEN = at('email', 'There’s already an account with this address. Sign in, or choose a new password.', 'sign-in')
const WRONG_CODE = at('code', 'This code is wrong or has expired. Use the one in the newest email, or ask for another.')
/** Shown when the one-time token of a link in a mail was already used or has expired. */
export const EXPIRED_LINK_ERROR = plain(
  'This link has already been used, or it has expired. A new one takes a minute.',
  'magic-code',
)
/** Shown when the mail program cut a link off or changed its one-time token. */
export const INCOMPLETE_LINK_ERROR = plain(
  'Your email program has cut the link off or changed it. A new one takes a minute.',
  'magic-code',
)
/** Shown when a sign-in with Google was not completed. */
export const UNFINISHED_SIGN_IN_ERROR = plain('Signing in didn’t quite finish. Please try again.')
const CURRENT_MISSING = at('current', 'Please enter your current password too.')
const APP_GONE = plain('This app is no longer connected to your account. Sign in again.', 'sign-in')
const NO_PASSKEY = plain('That passkey didn’t work. Try again, or sign in another way.')
const HAS_PASSKEY = plain('This device already has a passkey for your account.')
const NOT_CONFIRMED_ON_DEVICE = plain('Your device didn’t confirm it. Try again, or sign in another way.')
const LAST_WAY_IN = plain('This is your only way to sign in, so you can’t remove it.')

/** The error codes of a way to sign in that the operator has switched off. */
const OFF = /_(?:disabled|not_enabled|not_supported)$/

/** Messages for the visitor by error code: the codes of GoTrue (auth-contract.md) and those of supabase-js. */
const byCode: Readonly<Record<string, AccountErrorMessage>> = {
  invalid_credentials: at('password', 'That email address and password don’t match.'),
  email_not_confirmed: at('email', 'This address isn’t confirmed yet. Open the link in our email.', 'confirm-mail'),
  phone_not_confirmed: plain('This phone number isn’t confirmed yet.'),
  user_banned: plain('This account is blocked. If that’s a mistake, we’ll put it right.', 'contact'),
  user_already_exists: TAKEN,
  email_exists: TAKEN,
  phone_exists: plain('There’s already an account with this phone number.'),
  email_address_invalid: at('email', 'We can’t deliver email to this address. Check it for a typo.'),
  email_address_not_authorized: at('email', 'We can’t send email to this address. Use another one.', 'contact'),
  captcha_failed: plain('We couldn’t check that you’re not a robot. Please try again.'),
  invite_not_found: plain('This invitation is no longer valid. Ask for a new one.'),

  signup_disabled: NO_NEW_ACCOUNTS,
  otp_disabled: NO_NEW_ACCOUNTS,
  web3_unsupported_chain: SWITCHED_OFF,
  custom_provider_not_found: SWITCHED_OFF,

  same_password: at('password', 'That’s already your password. Choose another one.'),
  current_password_required: CURRENT_MISSING,
  reauthentication_needed: CURRENT_MISSING,
  current_password_invalid: at('current', 'That’s not your current password.'),
  reauthentication_not_valid: WRONG_CODE,
  reauth_nonce_missing: at('code', 'Please enter the code from our email too.'),
  user_sso_managed: plain('Your organization manages this, so you can’t change it here.'),

  otp_expired: WRONG_CODE,
  flow_state_not_found: UNFINISHED_SIGN_IN_ERROR,
  flow_state_expired: UNFINISHED_SIGN_IN_ERROR,
  flow_state_already_used: UNFINISHED_SIGN_IN_ERROR,
  bad_code_verifier: UNFINISHED_SIGN_IN_ERROR,
  pkce_code_verifier_not_found: UNFINISHED_SIGN_IN_ERROR,
  bad_oauth_state: UNFINISHED_SIGN_IN_ERROR,
  bad_oauth_callback: UNFINISHED_SIGN_IN_ERROR,
  access_denied: plain('Signing in with Google was canceled. Try again, or sign in another way.'),
  provider_email_needs_verification: plain('Google hasn’t confirmed this address. Open the link in the email we sent.'),

  over_request_rate_limit: plain('That’s a lot of tries in a short time. Wait a few minutes, then try again.'),
  over_email_send_rate_limit: plain('We sent an email a moment ago. Check your spam folder, or try again in a minute.'),
  over_sms_send_rate_limit: plain('We sent a message a moment ago. Try again in a minute.'),
  sms_send_failed: plain('We couldn’t send the message. Try again in a moment.'),

  session_not_found: SIGNED_OUT_ERROR,
  session_expired: SIGNED_OUT_ERROR,
  refresh_token_not_found: SIGNED_OUT_ERROR,
  refresh_token_already_used: SIGNED_OUT_ERROR,
  user_not_found: SIGNED_OUT_ERROR,
  bad_jwt: SIGNED_OUT_ERROR,
  invalid_jwt: SIGNED_OUT_ERROR,
  no_authorization: SIGNED_OUT_ERROR,
  not_admin: plain('Only the people who run this site can do that.'),

  insufficient_aal: plain('You need to finish the second step of signing in first.', 'second-factor'),
  mfa_verification_failed: at('code', 'That code isn’t right. Enter the one your app shows now.'),
  mfa_verification_rejected: plain('The second step failed, so you’ve been signed out. Sign in again.', 'sign-in'),
  mfa_challenge_expired: at('code', 'That code has run out. Enter the one your app shows now.'),
  mfa_ip_address_mismatch: at('code', 'Your connection changed along the way. Enter the code your app shows now.'),
  mfa_factor_not_found: APP_GONE,
  mfa_factor_name_conflict: plain('There’s already an app with this name. Remove it first, then add the new one.'),
  mfa_verified_factor_exists: plain('This phone number is already your second step.'),
  too_many_enrolled_mfa_factors: plain('Your account can’t have any more apps. Remove one first.'),

  too_many_passkeys: plain('Your account can’t have any more passkeys. Remove one first.'),
  webauthn_credential_exists: HAS_PASSKEY,
  webauthn_challenge_not_found: NO_PASSKEY,
  webauthn_challenge_expired: NO_PASSKEY,
  webauthn_verification_failed: NO_PASSKEY,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: HAS_PASSKEY,
  ERROR_INVALID_DOMAIN: plain('Passkeys don’t work on a web address that’s a number.'),
  ERROR_INVALID_RP_ID: plain('This account’s passkeys don’t work on this web address.'),

  single_identity_not_deletable: LAST_WAY_IN,
  email_conflict_identity_not_deletable: LAST_WAY_IN,
  identity_not_found: plain('This isn’t connected to your account.'),
  identity_already_exists: plain('This Google account is already linked to another account here.'),

  conflict: plain('Two changes came in at the same time. Please try again.'),
  request_timeout: UNREACHABLE,
  hook_timeout: UNREACHABLE,
  hook_timeout_after_retry: UNREACHABLE,
}

/** Messages for errors without a code, by class name: the classes of supabase-js (spec section 8) and those that browsers throw. */
const byClass: Readonly<Record<string, AccountErrorMessage>> = {
  AuthRetryableFetchError: UNREACHABLE,
  AuthSessionMissingError: SIGNED_OUT_ERROR,
  AuthInvalidJwtError: SIGNED_OUT_ERROR,
  AuthRefreshDiscardedError: SIGNED_OUT_ERROR,
  AuthInvalidCredentialsError: at('email', 'Enter your email address and password.'),
  AuthImplicitGrantRedirectError: UNFINISHED_SIGN_IN_ERROR,
  AuthPKCEGrantCodeExchangeError: UNFINISHED_SIGN_IN_ERROR,
  AuthPKCECodeVerifierMissingError: UNFINISHED_SIGN_IN_ERROR,
  AuthInvalidTokenResponseError: UNEXPECTED,
  AuthUnknownError: UNEXPECTED,
  AuthApiError: UNEXPECTED,
  NotAllowedError: NOT_CONFIRMED_ON_DEVICE,
  AbortError: NOT_CONFIRMED_ON_DEVICE,
}

/** Returns the error message for a weak password. Takes the minimum length from the message of the auth service. */
function weakness(reasons: readonly unknown[], message: string): string {
  const [, length = '8'] = /at least (\d+) characters/.exec(message) ?? []
  const sentences = [
    reasons.includes('length') && `Use at least ${length} characters.`,
    reasons.includes('characters') && 'Mix lowercase and capital letters, numbers and symbols.',
    reasons.includes('pwned') && 'Attackers try this password early on. Choose another one.',
  ].filter((sentence) => sentence !== false)
  return sentences.join(' ') || 'This password is too easy to guess. Choose a longer one.'
}

/**
 * Converts a validation error (`validation_failed`) of the auth service to an error message. It is rare, because the form applies the same
 * rules before sending.
 */
function unaccepted(message: string): AccountErrorMessage {
  if (/password/i.test(message)) return at('password', 'This password is too long. Use at most 72 characters.')
  if (/email/i.test(message)) return at('email', 'Invalid email format')
  if (/code|token/i.test(message)) return WRONG_CODE
  return plain('Something here isn’t quite right. Please check it and try again.')
}

type Facts = { code: string; name: string; message: string; reasons: readonly unknown[] }

/** Reads the properties of an error. Checks their types at run time, because the error comes from a library or a response. */
function factsOf(error: Error): Facts {
  const { name, message } = error
  const code = 'details' in error ? codeOfRedirect(error.details) : 'code' in error ? error.code : ''
  const reasons: readonly unknown[] = 'reasons' in error && Array.isArray(error.reasons) ? error.reasons : []
  return { code: typeof code === 'string' ? code : '', name, message, reasons }
}

/**
 * Returns the error code from the URL of a sign-in redirect: the auth service's code, or else the OAuth provider's, such as
 * `access_denied`.
 */
function codeOfRedirect(details: unknown): unknown {
  const { error, code } = { error: '', code: '', ...(typeof details === 'object' ? details : {}) }
  return code === '' || code === 'unspecified_code' || code === 'unexpected_failure' ? error : code
}
