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
  wordSchema,
} from './config-values.ts'

const rate = integerSchema(1, 1_000_000)

/** The maximum validity of an e-mailed code, in seconds. The sweep (auth/auth-cleanup.ts) deletes codes and their flow states one day later. */
const LONGEST_OTP_SECONDS = 7 * 86_400

/** The environment variables of the auth service, named like the Supabase CLI's `[auth]` settings. */
export const authVariableSchemas = {
  AUTH_ENABLE_SIGNUP: v.optional(booleanSchema, 'true'),
  AUTH_EMAIL_ENABLE_SIGNUP: v.optional(booleanSchema, 'true'),
  AUTH_EMAIL_ENABLE_CONFIRMATIONS: v.optional(booleanSchema, 'true'),
  AUTH_EMAIL_MAX_FREQUENCY: v.optional(durationSecondsSchema, '60'),
  AUTH_EMAIL_OTP_EXPIRY: v.optional(maxDurationSchema(LONGEST_OTP_SECONDS, '7 days'), '3600'),
  AUTH_EMAIL_DOUBLE_CONFIRM_CHANGES: v.optional(booleanSchema, 'true'),
  AUTH_SMS_ENABLE_SIGNUP: v.optional(booleanSchema, 'false'),
  AUTH_SMS_ENABLE_CONFIRMATIONS: v.optional(booleanSchema, 'false'),
  AUTH_SMS_MAX_FREQUENCY: v.optional(durationSecondsSchema, '60'),
  AUTH_ENABLE_ANONYMOUS_SIGN_INS: v.optional(booleanSchema, 'false'),
  AUTH_ENABLE_MANUAL_LINKING: v.optional(booleanSchema, 'false'),
  AUTH_MINIMUM_PASSWORD_LENGTH: v.optional(integerSchema(6, 72), '8'),
  AUTH_PASSWORD_KNOWN_LIST: v.optional(booleanSchema, 'true'),
  AUTH_ENABLE_REFRESH_TOKEN_ROTATION: v.optional(booleanSchema, 'true'),
  AUTH_REFRESH_TOKEN_REUSE_INTERVAL: v.optional(durationSecondsSchema, '10'),
  AUTH_SESSIONS_TIMEBOX: v.optional(durationSecondsSchema, '4320h'),
  AUTH_SESSIONS_INACTIVITY_TIMEOUT: v.optional(durationSecondsSchema, '0'),
  AUTH_JWT_EXPIRY: v.optional(integerSchema(30, 604_800), '3600'),
  AUTH_MFA_TOTP_ENROLL_ENABLED: v.optional(booleanSchema, 'true'),
  AUTH_MFA_TOTP_VERIFY_ENABLED: v.optional(booleanSchema, 'true'),
  AUTH_MFA_PHONE_ENROLL_ENABLED: v.optional(booleanSchema, 'false'),
  AUTH_MFA_PHONE_VERIFY_ENABLED: v.optional(booleanSchema, 'false'),
  AUTH_MFA_WEB_AUTHN_ENROLL_ENABLED: v.optional(booleanSchema, 'true'),
  AUTH_MFA_WEB_AUTHN_VERIFY_ENABLED: v.optional(booleanSchema, 'true'),
  AUTH_PASSKEY_ENABLED: v.optional(booleanSchema, 'false'),
  AUTH_WEBAUTHN_RP_ID: v.optional(hostNameSchema),
  AUTH_WEBAUTHN_RP_ORIGINS: v.optional(commaSeparatedListSchema(originSchema)),
  AUTH_WEB3_ETHEREUM_ENABLED: v.optional(booleanSchema, 'false'),
  AUTH_WEB3_SOLANA_ENABLED: v.optional(booleanSchema, 'false'),
  AUTH_EXTERNAL_GOOGLE_ENABLED: v.optional(booleanSchema, 'false'),
  AUTH_EXTERNAL_GOOGLE_CLIENT_ID: v.optional(wordSchema, ''),
  AUTH_EXTERNAL_GOOGLE_SECRET: v.optional(wordSchema, ''),
  AUTH_EXTERNAL_GOOGLE_URL: v.optional(confidentialUrlSchema, 'https://accounts.google.com'),
  AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS: v.optional(rate, '30'),
  AUTH_RATE_LIMIT_TOKEN_REFRESH: v.optional(rate, '150'),
  AUTH_RATE_LIMIT_TOKEN_VERIFICATIONS: v.optional(rate, '30'),
  AUTH_RATE_LIMIT_ANONYMOUS_USERS: v.optional(rate, '30'),
  AUTH_RATE_LIMIT_EMAIL_SENT: v.optional(rate, '300'),
  AUTH_RATE_LIMIT_SMS_SENT: v.optional(rate, '30'),
  AUTH_ADDITIONAL_REDIRECT_URLS: v.optional(redirectPatternsSchema, ''),
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
