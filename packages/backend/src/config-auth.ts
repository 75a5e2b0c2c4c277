import { isIP } from 'node:net'
import * as v from 'valibot'
import {
  booleanSchema,
  commaSeparatedListSchema,
  confidentialUrlSchema,
  durationSecondsSchema,
  hostNameSchema,
  integerSchema,
  maxDurationSchema,
  originSchema,
  redirectPatternsSchema,
  setting,
  wordSchema,
} from './config-values.ts'

const rate = integerSchema(1, 1_000_000)

/** The maximum validity of an e-mailed code, in seconds. The sweep (auth/auth-cleanup.ts) deletes codes and their flow states one day later. */
const LONGEST_OTP_SECONDS = 7 * 86_400

/** The environment variables of the auth service, named like the Supabase CLI's `[auth]` settings. */
export const authVariableSchemas = {
  AUTH_ENABLE_SIGNUP: setting(booleanSchema, 'true', 'allows new accounts'),
  AUTH_EMAIL_ENABLE_SIGNUP: setting(booleanSchema, 'true', 'allows new accounts by e-mail'),
  AUTH_EMAIL_ENABLE_CONFIRMATIONS: setting(booleanSchema, 'true', 'sign-in requires a confirmed address'),
  AUTH_EMAIL_MAX_FREQUENCY: setting(durationSecondsSchema, '60', 'seconds between two mails to one address'),
  AUTH_EMAIL_OTP_EXPIRY: setting(
    maxDurationSchema(LONGEST_OTP_SECONDS, '7 days'),
    '3600',
    'seconds for which mailed codes and links are valid',
  ),
  AUTH_EMAIL_DOUBLE_CONFIRM_CHANGES: setting(booleanSchema, 'true', 'changes of address need both mailboxes'),
  AUTH_SMS_ENABLE_SIGNUP: setting(
    booleanSchema,
    'false',
    'allows new accounts by phone; messages go to `DATA_DIR/sms`',
  ),
  AUTH_SMS_ENABLE_CONFIRMATIONS: setting(booleanSchema, 'false', 'sign-in requires a confirmed number'),
  AUTH_SMS_MAX_FREQUENCY: setting(durationSecondsSchema, '60', 'seconds between two text messages to one number'),
  AUTH_ENABLE_ANONYMOUS_SIGN_INS: setting(booleanSchema, 'false', 'allows anonymous accounts'),
  AUTH_ENABLE_MANUAL_LINKING: setting(booleanSchema, 'false', 'users may link identities to their account'),
  AUTH_MINIMUM_PASSWORD_LENGTH: setting(integerSchema(6, 72), '8', 'minimum characters of a password'),
  AUTH_PASSWORD_KNOWN_LIST: setting(booleanSchema, 'true', 'rejects common passwords'),
  AUTH_ENABLE_REFRESH_TOKEN_ROTATION: setting(booleanSchema, 'true', 'reuse of a refresh token ends its session'),
  AUTH_REFRESH_TOKEN_REUSE_INTERVAL: setting(
    durationSecondsSchema,
    '10',
    'seconds in which a used one is still accepted',
  ),
  AUTH_SESSIONS_TIMEBOX: setting(durationSecondsSchema, '4320h', 'maximum age of a session'),
  AUTH_SESSIONS_INACTIVITY_TIMEOUT: setting(durationSecondsSchema, '0', 'maximum idle time of a session; 0 is none'),
  AUTH_JWT_EXPIRY: setting(integerSchema(30, 604_800), '3600', 'seconds for which an access token is valid'),
  AUTH_MFA_TOTP_ENROLL_ENABLED: setting(booleanSchema, 'true', 'authenticator apps can be added as second factor'),
  AUTH_MFA_TOTP_VERIFY_ENABLED: setting(booleanSchema, 'true', 'authenticator apps can be used'),
  AUTH_MFA_PHONE_ENROLL_ENABLED: setting(booleanSchema, 'false', 'phones can be added as second factor'),
  AUTH_MFA_PHONE_VERIFY_ENABLED: setting(booleanSchema, 'false', 'phones can be used'),
  AUTH_MFA_WEB_AUTHN_ENROLL_ENABLED: setting(booleanSchema, 'true', 'security keys can be added as second factor'),
  AUTH_MFA_WEB_AUTHN_VERIFY_ENABLED: setting(booleanSchema, 'true', 'security keys can be used'),
  AUTH_PASSKEY_ENABLED: setting(booleanSchema, 'false', 'sign-in with passkeys'),
  AUTH_WEBAUTHN_RP_ID: setting(hostNameSchema, undefined, 'WebAuthn relying party; else the host of `SITE_URL`'),
  AUTH_WEBAUTHN_RP_ORIGINS: setting(
    commaSeparatedListSchema(originSchema),
    undefined,
    'its origins; else that of `SITE_URL`',
  ),
  AUTH_WEB3_ETHEREUM_ENABLED: setting(booleanSchema, 'false', 'sign-in with an Ethereum wallet'),
  AUTH_WEB3_SOLANA_ENABLED: setting(booleanSchema, 'false', 'sign-in with a Solana wallet'),
  AUTH_EXTERNAL_GOOGLE_ENABLED: setting(booleanSchema, 'false', 'sign-in with Google'),
  AUTH_EXTERNAL_GOOGLE_CLIENT_ID: setting(wordSchema, '', 'OAuth client for Google'),
  AUTH_EXTERNAL_GOOGLE_SECRET: setting(wordSchema, '', 'its secret'),
  AUTH_EXTERNAL_GOOGLE_URL: setting(confidentialUrlSchema, 'https://accounts.google.com', 'issuer'),
  AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS: setting(rate, '30', 'sign-ups and code requests in five minutes per IP address'),
  AUTH_RATE_LIMIT_TOKEN_REFRESH: setting(rate, '150', 'requests to `/token` in five minutes per IP address'),
  AUTH_RATE_LIMIT_TOKEN_VERIFICATIONS: setting(
    rate,
    '30',
    'requests to `/verify` in five minutes, attempts at a second factor in two minutes, per IP address',
  ),
  AUTH_RATE_LIMIT_ANONYMOUS_USERS: setting(rate, '30', 'anonymous sign-ins in an hour per IP address'),
  AUTH_RATE_LIMIT_EMAIL_SENT: setting(rate, '300', 'mails about accounts in an hour of all clients'),
  AUTH_RATE_LIMIT_SMS_SENT: setting(rate, '30', 'text messages in an hour of all clients'),
  AUTH_ADDITIONAL_REDIRECT_URLS: setting(
    redirectPatternsSchema,
    '',
    'allowed redirect URLs, with `*` and `**`; also CORS origins',
  ),
}

const authSchema = v.object(authVariableSchemas)

/** The auth service's settings, grouped by subject. */
export type AuthConfig = ReturnType<typeof createAuthConfig>

/**
 * Groups the validated environment variables by subject. WebAuthn is null when the site's host is an IP address, because browsers don't
 * accept an IP address as relying party.
 */
export function createAuthConfig(values: v.InferOutput<typeof authSchema>, siteUrl: string) {
  return {
    enableSignup: values.AUTH_ENABLE_SIGNUP,
    enableAnonymousSignIns: values.AUTH_ENABLE_ANONYMOUS_SIGN_INS,
    enableManualLinking: values.AUTH_ENABLE_MANUAL_LINKING,
    minimumPasswordLength: values.AUTH_MINIMUM_PASSWORD_LENGTH,
    passwordKnownList: values.AUTH_PASSWORD_KNOWN_LIST,
    enableRefreshTokenRotation: values.AUTH_ENABLE_REFRESH_TOKEN_ROTATION,
    refreshTokenReuseInterval: values.AUTH_REFRESH_TOKEN_REUSE_INTERVAL,
    jwtExpiry: values.AUTH_JWT_EXPIRY,
    sessions: { timebox: values.AUTH_SESSIONS_TIMEBOX, inactivityTimeout: values.AUTH_SESSIONS_INACTIVITY_TIMEOUT },
    additionalRedirectUrls: values.AUTH_ADDITIONAL_REDIRECT_URLS,
    email: {
      enableSignup: values.AUTH_EMAIL_ENABLE_SIGNUP,
      enableConfirmations: values.AUTH_EMAIL_ENABLE_CONFIRMATIONS,
      maxFrequency: values.AUTH_EMAIL_MAX_FREQUENCY,
      otpExpiry: values.AUTH_EMAIL_OTP_EXPIRY,
      doubleConfirmChanges: values.AUTH_EMAIL_DOUBLE_CONFIRM_CHANGES,
    },
    sms: {
      enableSignup: values.AUTH_SMS_ENABLE_SIGNUP,
      enableConfirmations: values.AUTH_SMS_ENABLE_CONFIRMATIONS,
      maxFrequency: values.AUTH_SMS_MAX_FREQUENCY,
    },
    mfa: {
      totp: { enroll: values.AUTH_MFA_TOTP_ENROLL_ENABLED, verify: values.AUTH_MFA_TOTP_VERIFY_ENABLED },
      phone: { enroll: values.AUTH_MFA_PHONE_ENROLL_ENABLED, verify: values.AUTH_MFA_PHONE_VERIFY_ENABLED },
      webAuthn: { enroll: values.AUTH_MFA_WEB_AUTHN_ENROLL_ENABLED, verify: values.AUTH_MFA_WEB_AUTHN_VERIFY_ENABLED },
    },
    passkeyEnabled: values.AUTH_PASSKEY_ENABLED,
    webAuthn: readWebAuthn(values, siteUrl),
    web3: { ethereum: values.AUTH_WEB3_ETHEREUM_ENABLED, solana: values.AUTH_WEB3_SOLANA_ENABLED },
    google: {
      enabled: values.AUTH_EXTERNAL_GOOGLE_ENABLED,
      clientId: values.AUTH_EXTERNAL_GOOGLE_CLIENT_ID,
      secret: values.AUTH_EXTERNAL_GOOGLE_SECRET,
      issuer: values.AUTH_EXTERNAL_GOOGLE_URL,
    },
    rateLimits: {
      signInSignUps: values.AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS,
      tokenRefresh: values.AUTH_RATE_LIMIT_TOKEN_REFRESH,
      tokenVerifications: values.AUTH_RATE_LIMIT_TOKEN_VERIFICATIONS,
      anonymousUsers: values.AUTH_RATE_LIMIT_ANONYMOUS_USERS,
      emailSent: values.AUTH_RATE_LIMIT_EMAIL_SENT,
      smsSent: values.AUTH_RATE_LIMIT_SMS_SENT,
    },
  } as const
}

function readWebAuthn(values: v.InferOutput<typeof authSchema>, siteUrl: string) {
  const { hostname } = new URL(siteUrl)
  const isAddress = isIP(hostname.replace(/\[|\]/g, '')) !== 0
  if (isAddress) return null
  return {
    rpId: values.AUTH_WEBAUTHN_RP_ID ?? hostname,
    rpOrigins: values.AUTH_WEBAUTHN_RP_ORIGINS ?? [siteUrl],
  }
}
