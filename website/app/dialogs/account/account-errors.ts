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
  return entry(byCode, code) ?? entry(byClass, name) ?? (error instanceof TypeError ? UNREACHABLE : UNEXPECTED)
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

const UNREACHABLE = plain('The server cannot be reached. What you typed stays: check your connection, then try again.')
const UNEXPECTED = plain('Something went wrong on our side. Try again in a moment, or write to us.', 'contact')
/** Shown when the session has expired or was ended on another device. */
export const SIGNED_OUT_ERROR = plain('You are not signed in here any more. Sign in again, then go on.', 'sign-in')
const SWITCHED_OFF = plain('This is switched off here. Please take another way.')
const NO_NEW_ACCOUNTS = plain('New accounts cannot be made at the moment.')
const TAKEN = at(
  'email',
  'There is an account with this address already. Sign in, or choose a new password.',
  'sign-in',
)
const WRONG_CODE = at('code', 'This code is wrong or too old. Look at the newest mail, or have another one sent.')
/** Shown when the one-time token of a link in a mail was already used or has expired. */
export const EXPIRED_LINK_ERROR = plain(
  'This link has been used already, or it is too old. A new mail is a minute away.',
  'magic-code',
)
/** Shown when a sign-in with Google was not completed. */
export const UNFINISHED_SIGN_IN_ERROR = plain('The sign-in did not get through to the end. Please start it once more.')
const CURRENT_MISSING = at('current', 'Type the password you have now as well.')
const APP_GONE = plain('This app is not connected to your account any more. Sign in again.', 'sign-in')
const NO_PASSKEY = plain('This passkey was not accepted. Try again, or take another way.')
const HAS_PASSKEY = plain('This device has a passkey for your account already.')
const NOT_CONFIRMED_ON_DEVICE = plain('Nothing was confirmed on your device. Try again, or take another way.')
const LAST_WAY_IN = plain('This is the only way into your account, so it has to stay.')

/** Messages for the visitor by error code: the codes of GoTrue (auth-contract.md) and those of supabase-js. */
const byCode: Readonly<Record<string, AccountErrorMessage>> = {
  invalid_credentials: at('password', 'This address and this password do not belong together.'),
  email_not_confirmed: at('email', 'This address is not confirmed yet. Open the link in our mail.', 'confirm-mail'),
  phone_not_confirmed: plain('This phone number is not confirmed yet.'),
  user_banned: plain('This account is blocked. Write to us if you think that is a mistake.', 'contact'),
  user_already_exists: TAKEN,
  email_exists: TAKEN,
  phone_exists: plain('There is an account with this phone number already.'),
  email_address_invalid: at('email', 'Mail cannot be delivered to this address. Look for a slip in it.'),
  email_address_not_authorized: at('email', 'We cannot send mail to this address. Take another one.', 'contact'),
  captcha_failed: plain('The check against programs did not work out. Please try again.'),
  invite_not_found: plain('This invitation is not valid any more. Ask for a new one.'),

  signup_disabled: NO_NEW_ACCOUNTS,
  otp_disabled: NO_NEW_ACCOUNTS,
  email_provider_disabled: SWITCHED_OFF,
  phone_provider_disabled: SWITCHED_OFF,
  anonymous_provider_disabled: SWITCHED_OFF,
  web3_provider_disabled: SWITCHED_OFF,
  web3_unsupported_chain: SWITCHED_OFF,
  provider_disabled: SWITCHED_OFF,
  oauth_provider_not_supported: SWITCHED_OFF,
  saml_provider_disabled: SWITCHED_OFF,
  manual_linking_disabled: SWITCHED_OFF,
  feature_disabled: SWITCHED_OFF,
  oauth_dynamic_client_registration_disabled: SWITCHED_OFF,
  custom_provider_not_found: SWITCHED_OFF,
  passkey_disabled: SWITCHED_OFF,
  mfa_totp_enroll_not_enabled: SWITCHED_OFF,
  mfa_totp_verify_not_enabled: SWITCHED_OFF,
  mfa_phone_enroll_not_enabled: SWITCHED_OFF,
  mfa_phone_verify_not_enabled: SWITCHED_OFF,
  mfa_webauthn_enroll_not_enabled: SWITCHED_OFF,
  mfa_webauthn_verify_not_enabled: SWITCHED_OFF,

  same_password: at('password', 'That is the password you have now. Choose another one.'),
  current_password_required: CURRENT_MISSING,
  reauthentication_needed: CURRENT_MISSING,
  current_password_invalid: at('current', 'This is not the password you have now.'),
  reauthentication_not_valid: WRONG_CODE,
  reauth_nonce_missing: at('code', 'Type the code from our mail as well.'),
  user_sso_managed: plain('This is set by your organisation and cannot be changed here.'),

  otp_expired: WRONG_CODE,
  flow_state_not_found: UNFINISHED_SIGN_IN_ERROR,
  flow_state_expired: UNFINISHED_SIGN_IN_ERROR,
  flow_state_already_used: UNFINISHED_SIGN_IN_ERROR,
  bad_code_verifier: UNFINISHED_SIGN_IN_ERROR,
  pkce_code_verifier_not_found: UNFINISHED_SIGN_IN_ERROR,
  bad_oauth_state: UNFINISHED_SIGN_IN_ERROR,
  bad_oauth_callback: UNFINISHED_SIGN_IN_ERROR,
  access_denied: plain('The sign-in with Google was broken off. Start it once more, or take another way.'),
  provider_email_needs_verification: plain('Google has not confirmed this address. Open the link in the mail we sent.'),

  over_request_rate_limit: plain('These were many tries in a short time. Wait some minutes, then try again.'),
  over_email_send_rate_limit: plain('A mail went out a moment ago. Look among the spam too; in a minute, try again.'),
  over_sms_send_rate_limit: plain('A message went out a moment ago. In a minute, try again.'),
  sms_send_failed: plain('The message could not be sent. Try again in a moment.'),

  session_not_found: SIGNED_OUT_ERROR,
  session_expired: SIGNED_OUT_ERROR,
  refresh_token_not_found: SIGNED_OUT_ERROR,
  refresh_token_already_used: SIGNED_OUT_ERROR,
  user_not_found: SIGNED_OUT_ERROR,
  bad_jwt: SIGNED_OUT_ERROR,
  invalid_jwt: SIGNED_OUT_ERROR,
  no_authorization: SIGNED_OUT_ERROR,
  not_admin: plain('Only the people who run this site can do that.'),

  insufficient_aal: plain('This needs the second step of your sign-in first.', 'second-factor'),
  mfa_verification_failed: at('code', 'This code is not right. Type the one that your app shows now.'),
  mfa_verification_rejected: plain('The second step was refused, and you are signed out. Sign in again.', 'sign-in'),
  mfa_challenge_expired: at('code', 'That took too long. Type the code that your app shows now.'),
  mfa_ip_address_mismatch: at('code', 'Your connection changed on the way. Type the code that your app shows now.'),
  mfa_factor_not_found: APP_GONE,
  mfa_factor_name_conflict: plain('There is an app of this name already. Remove it first, then add the new one.'),
  mfa_verified_factor_exists: plain('This phone number is your second step already.'),
  too_many_enrolled_mfa_factors: plain('There are as many apps as an account can have. Remove one first.'),

  too_many_passkeys: plain('There are as many passkeys as an account can have. Remove one first.'),
  webauthn_credential_exists: HAS_PASSKEY,
  webauthn_challenge_not_found: NO_PASSKEY,
  webauthn_challenge_expired: NO_PASSKEY,
  webauthn_verification_failed: NO_PASSKEY,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: HAS_PASSKEY,
  ERROR_INVALID_DOMAIN: plain('Passkeys do not work on an address that is a number.'),
  ERROR_INVALID_RP_ID: plain('Passkeys of this account do not work on this address.'),

  single_identity_not_deletable: LAST_WAY_IN,
  email_conflict_identity_not_deletable: LAST_WAY_IN,
  identity_not_found: plain('This is not connected to your account.'),
  identity_already_exists: plain('This Google account belongs to another account here.'),

  conflict: plain('Two things happened at the same moment. Please try again.'),
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
  AuthInvalidCredentialsError: at('email', 'Type your address and your password.'),
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
    reasons.includes('characters') && 'Mix small and capital letters, digits and other signs.',
    reasons.includes('pwned') && 'This password is among the first that attackers try: choose another one.',
  ].filter((sentence) => sentence !== false)
  return sentences.join(' ') || 'This password is too easy to guess. Choose a longer one.'
}

/**
 * Converts a validation error (`validation_failed`) of the auth service to an error message. It is rare, because the form applies the same
 * rules before sending.
 */
function unaccepted(message: string): AccountErrorMessage {
  if (/password/i.test(message)) return at('password', 'This password is not accepted: 72 characters are the most.')
  if (/email/i.test(message)) return at('email', 'Invalid email format')
  if (/code|token/i.test(message)) return WRONG_CODE
  return plain('Something in here was not accepted. Look at it again, then try once more.')
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
