import { defineErrors } from '../http/errors.ts'

/**
 * Every error of the auth service, with GoTrue's code, status and message (auth-contract.md). When the message contains a variable
 * value, the code that throws the error passes the complete message as `details`.
 */
export const authErrors = defineErrors({
  // errors when the bearer token of a request is checked
  noAuthorization: { status: 401, code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
  anonymousNotAllowed: {
    status: 403,
    code: 'no_authorization',
    message: 'Anonymous user not allowed to perform these actions',
  },
  badJwt: { status: 403, code: 'bad_jwt', message: 'invalid JWT: unable to parse or verify signature' },
  badSubject: { status: 400, code: 'bad_jwt', message: 'invalid claim: sub claim must be a UUID' },
  notAdmin: { status: 403, code: 'not_admin', message: 'User not allowed' },
  subjectNotFound: { status: 403, code: 'user_not_found', message: 'User from sub claim in JWT does not exist' },
  sessionGone: {
    status: 403,
    code: 'session_not_found',
    message: 'Session from session_id claim in JWT does not exist',
  },
  sessionExpired: { status: 403, code: 'session_expired', message: 'Session has expired' },
  userBanned: { status: 403, code: 'user_banned', message: 'User is banned' },
  wrongAudience: { status: 400, code: 'validation_failed', message: "Token audience doesn't match request audience" },

  // errors for invalid request input
  badJson: { status: 400, code: 'bad_json', message: 'Could not parse request body as JSON' },
  validationFailed: { status: 400, code: 'validation_failed', message: 'The request is not valid' },
  notFoundById: { status: 404, code: 'validation_failed', message: 'The id must be an UUID' },
  weakPassword: { status: 422, code: 'weak_password', message: 'Password is too weak.' },
  samePassword: {
    status: 422,
    code: 'same_password',
    message: 'New password should be different from the old password.',
  },

  // errors for features that the configuration disables
  signupDisabled: { status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' },
  emailProviderDisabled: { status: 400, code: 'email_provider_disabled', message: 'Email signups are disabled' },
  emailLoginsDisabled: { status: 422, code: 'email_provider_disabled', message: 'Email logins are disabled' },
  phoneProviderDisabled: { status: 400, code: 'phone_provider_disabled', message: 'Phone signups are disabled' },
  phoneLoginsDisabled: { status: 422, code: 'phone_provider_disabled', message: 'Phone logins are disabled' },
  anonymousProviderDisabled: {
    status: 422,
    code: 'anonymous_provider_disabled',
    message: 'Anonymous sign-ins are disabled',
  },
  otpDisabled: { status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' },
  manualLinkingDisabled: { status: 404, code: 'manual_linking_disabled', message: 'Manual linking is disabled' },
  passkeyDisabled: { status: 404, code: 'passkey_disabled', message: 'Passkeys are disabled' },
  samlDisabled: { status: 404, code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' },
  oauthServerDisabled: { status: 404, code: 'feature_disabled', message: 'OAuth server is disabled' },
  oauthRegistrationDisabled: {
    status: 403,
    code: 'oauth_dynamic_client_registration_disabled',
    message: 'Dynamic client registration is disabled',
  },
  customProviderNotFound: { status: 404, code: 'custom_provider_not_found', message: 'Custom provider not found' },

  // errors when signing in
  unsupportedGrantType: { status: 400, code: 'invalid_credentials', message: 'unsupported_grant_type' },
  invalidCredentials: { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' },
  emailNotConfirmed: { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' },
  phoneNotConfirmed: { status: 400, code: 'phone_not_confirmed', message: 'Phone not confirmed' },
  bannedAtSignIn: { status: 400, code: 'user_banned', message: 'User is banned' },
  userAlreadyExists: { status: 422, code: 'user_already_exists', message: 'User already registered' },

  // errors when refreshing a session
  refreshTokenNotValid: { status: 400, code: 'validation_failed', message: 'Refresh token is not valid' },
  refreshTokenNotFound: {
    status: 400,
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  },
  refreshTokenUsed: { status: 400, code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
  refreshBanned: { status: 400, code: 'user_banned', message: 'Invalid Refresh Token: User Banned' },
  refreshNoSession: {
    status: 400,
    code: 'session_not_found',
    message: 'Invalid Refresh Token: No Valid Session Found',
  },
  refreshSessionExpired: { status: 400, code: 'session_expired', message: 'Invalid Refresh Token: Session Expired' },

  // errors for mailed or texted codes and links
  flowStateNotFound: {
    status: 404,
    code: 'flow_state_not_found',
    message: 'invalid flow state, no valid flow state found',
  },
  flowStateExpired: { status: 422, code: 'flow_state_expired', message: 'invalid flow state, flow state has expired' },
  badCodeVerifier: {
    status: 400,
    code: 'bad_code_verifier',
    message: 'code challenge does not match previously saved code verifier',
  },
  codeExpired: { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' },
  linkExpired: { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' },
  badEmailFormat: { status: 422, code: 'validation_failed', message: 'Invalid email format' },

  // errors when users change their own accounts
  emailExists: {
    status: 422,
    code: 'email_exists',
    message: 'A user with this email address has already been registered',
  },
  phoneExists: {
    status: 422,
    code: 'phone_exists',
    message: 'A user with this phone number has already been registered',
  },
  insufficientAal: {
    status: 401,
    code: 'insufficient_aal',
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
  },
  needsCredentialFirst: {
    status: 422,
    code: 'validation_failed',
    message: 'Updating password of an anonymous user without an email or phone is not allowed',
  },
  reauthenticationNeeded: {
    status: 400,
    code: 'reauthentication_needed',
    message: 'Password update requires reauthentication',
  },
  currentPasswordInvalid: {
    status: 400,
    code: 'current_password_invalid',
    message: 'Current password is not correct.',
  },
  reauthenticationNotValid: {
    status: 422,
    code: 'reauthentication_not_valid',
    message: 'Nonce has expired or is invalid',
  },
  emailUnconfirmed: { status: 422, code: 'email_not_confirmed', message: 'Please verify your email first.' },
  phoneUnconfirmed: { status: 422, code: 'phone_not_confirmed', message: 'Please verify your phone first.' },

  // errors when linking or unlinking identities and sign-in methods
  singleIdentity: {
    status: 422,
    code: 'single_identity_not_deletable',
    message: 'User must have at least 1 identity after unlinking',
  },
  identityEmailTaken: {
    status: 422,
    code: 'email_conflict_identity_not_deletable',
    message: 'Unable to unlink identity due to email conflict',
  },
  identityNotFound: { status: 422, code: 'identity_not_found', message: "Identity doesn't exist" },
  identityExists: {
    status: 422,
    code: 'identity_already_exists',
    message: 'Identity is already linked to another user',
  },
  web3Disabled: { status: 422, code: 'web3_provider_disabled', message: 'Web3 provider is disabled' },
  web3Unsupported: { status: 400, code: 'web3_unsupported_chain', message: 'Unsupported chain' },
  providerDisabled: { status: 400, code: 'provider_disabled', message: 'Provider is not enabled' },
  badOAuthCallback: { status: 400, code: 'bad_oauth_callback', message: 'OAuth state parameter missing' },
  badOAuthState: { status: 400, code: 'bad_oauth_state', message: 'OAuth state not found or expired' },
  flowStateUsed: { status: 400, code: 'flow_state_already_used', message: 'OAuth state has already been used' },
  providerEmailUnverified: {
    status: 422,
    code: 'provider_email_needs_verification',
    message: 'Unverified email with the provider. A confirmation email has been sent to your email',
  },
  providerFailed: {
    status: 500,
    code: 'unexpected_failure',
    message: 'Error getting user profile from external provider',
  },

  // errors of second factors (MFA)
  factorNotFound: { status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' },
  factorNameConflict: {
    status: 422,
    code: 'mfa_factor_name_conflict',
    message: 'A factor with this friendly name already exists for this user',
  },
  tooManyFactors: {
    status: 422,
    code: 'too_many_enrolled_mfa_factors',
    message: 'Maximum number of enrolled factors reached, unenroll to continue',
  },
  insufficientAalToEnroll: { status: 403, code: 'insufficient_aal', message: 'AAL2 required to enroll a new factor' },
  insufficientAalToRemove: {
    status: 422,
    code: 'insufficient_aal',
    message: 'AAL2 required to unenroll verified factor',
  },
  verifiedFactorExists: {
    status: 422,
    code: 'mfa_verified_factor_exists',
    message: 'A verified phone factor already exists, unenroll the existing factor to continue',
  },
  totpEnrollOff: { status: 422, code: 'mfa_totp_enroll_not_enabled', message: 'MFA enroll is disabled for TOTP' },
  totpVerifyOff: { status: 422, code: 'mfa_totp_verify_not_enabled', message: 'MFA verification is disabled for TOTP' },
  phoneEnrollOff: { status: 422, code: 'mfa_phone_enroll_not_enabled', message: 'MFA enroll is disabled for Phone' },
  phoneVerifyOff: {
    status: 422,
    code: 'mfa_phone_verify_not_enabled',
    message: 'MFA verification is disabled for Phone',
  },
  webAuthnEnrollOff: {
    status: 422,
    code: 'mfa_webauthn_enroll_not_enabled',
    message: 'MFA enroll is disabled for WebAuthn',
  },
  webAuthnVerifyOff: {
    status: 422,
    code: 'mfa_webauthn_verify_not_enabled',
    message: 'MFA verification is disabled for WebAuthn',
  },
  challengeNotFound: {
    status: 422,
    code: 'mfa_factor_not_found',
    message: 'MFA factor with the provided challenge ID not found',
  },
  challengeUsed: {
    status: 422,
    code: 'mfa_ip_address_mismatch',
    message: 'Challenge and verify IP addresses mismatch.',
  },
  challengeExpired: {
    status: 422,
    code: 'mfa_challenge_expired',
    message: 'MFA challenge has expired, verify against another challenge or create a new challenge.',
  },
  wrongFactorCode: { status: 422, code: 'mfa_verification_failed', message: 'Invalid code entered' },

  // errors of passkeys
  tooManyPasskeys: {
    status: 422,
    code: 'too_many_passkeys',
    message: 'Maximum number of passkeys reached, remove one to continue',
  },
  insufficientAalToSignOut: {
    status: 422,
    code: 'insufficient_aal',
    message: 'AAL2 required to sign other sessions out',
  },
  insufficientAalForPasskey: { status: 403, code: 'insufficient_aal', message: 'AAL2 required to register a passkey' },
  passkeyChallengeNotFound: {
    status: 400,
    code: 'webauthn_challenge_not_found',
    message: 'Challenge not found or already used',
  },
  passkeyChallengeExpired: { status: 400, code: 'webauthn_challenge_expired', message: 'Challenge has expired' },
  passkeyRefused: { status: 400, code: 'webauthn_verification_failed', message: 'Passkey verification failed' },
  passkeyExists: { status: 422, code: 'webauthn_credential_exists', message: 'This passkey is already registered' },
  passkeyEmailUnconfirmed: { status: 403, code: 'email_not_confirmed', message: 'Email not confirmed' },
  passkeyPhoneUnconfirmed: { status: 403, code: 'phone_not_confirmed', message: 'Phone not confirmed' },
  passkeyNotFound: { status: 404, code: 'validation_failed', message: 'Passkey not found' },

  // errors of the admin API
  userUpdateFailed: { status: 500, code: 'unexpected_failure', message: 'Error updating user' },
  userNotFound: { status: 404, code: 'user_not_found', message: 'User not found' },

  // errors of external services
  smsSendFailed: { status: 422, code: 'sms_send_failed', message: 'The message could not be sent' },

  // errors when a rate limit is reached
  tooManyRequests: { status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached' },
  tooManyMails: { status: 429, code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
  tooManyMessages: { status: 429, code: 'over_sms_send_rate_limit', message: 'SMS rate limit exceeded' },
})
