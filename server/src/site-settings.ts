import { ConfigError, parseEnvironment } from '@site/backend/config'
import { confidentialUrlSchema, integerSchema, singleLineSchema, wordSchema } from '@site/backend/config-values'
import type { PostgresSettingValues } from '@site/backend/database/port/database'
import * as v from 'valibot'
import {
  type PaymentSettings,
  stripeModeSchema,
  stripeWebhookSecretSchema,
} from '../../supabase/functions/_shared/payment-settings.ts'
import {
  parseWebhookSettings,
  type WebhookSettings,
  WebhookSettingsError,
} from '../../supabase/functions/_shared/webhooks/targets.ts'
import { createShippingSettings, type ShippingSettings } from './shipping/settings.ts'

const variables = v.object({
  LIMIT_SIGNUPS_PER_SOURCE: v.optional(integerSchema(1, 1_000_000), '30'),
  LIMIT_MESSAGES_PER_SOURCE: v.optional(integerSchema(1, 1_000_000), '10'),
  STRIPE_WEBHOOK_SECRET: v.optional(stripeWebhookSecretSchema),
  STRIPE_MODE: v.optional(stripeModeSchema, 'live'),
  WEBHOOKS: v.optional(v.string()),
  WEBHOOKS_PRIVATE_NETWORKS: v.optional(v.string()),
  SHIP_TO: v.optional(singleLineSchema),
  SHIP_KEY: v.optional(singleLineSchema),
  SHIP_KEEP_DAYS: v.optional(integerSchema(1, 3650), '7'),
  AWS_ACCESS_KEY_ID: v.optional(wordSchema),
  AWS_SECRET_ACCESS_KEY: v.optional(wordSchema),
  AWS_REGION: v.optional(v.pipe(wordSchema, v.regex(/^[a-z0-9-]+$/, 'must be a region such as us-east-1'))),
  AWS_ENDPOINT_URL: v.optional(confidentialUrlSchema),
})

/** Environment variables of the server for which this site sets a default; the operator's values take precedence. */
export const SITE_ENVIRONMENT_DEFAULTS = { ACCELERATION: 'true' }

/** The names of the environment variables that this site adds to those of the server. */
export const SITE_ENVIRONMENT_VARIABLES: readonly string[] = Object.keys(variables.entries)

/**
 * Settings of this site. `database`: session settings for its database functions (rate limits). `payments`: settings for the events of the
 * payment provider, or null without STRIPE_WEBHOOK_SECRET.
 */
export type SiteSettings = { database: PostgresSettingValues; payments: PaymentSettings | null }

/** Reads the rate limits and the payment settings from the environment. Throws a ConfigError that names the first invalid variable. */
export function readSiteSettings(env: Record<string, string | undefined>): SiteSettings {
  const {
    LIMIT_SIGNUPS_PER_SOURCE: signups,
    LIMIT_MESSAGES_PER_SOURCE: messages,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_MODE: mode,
  } = parseEnvironment(variables, env)
  return {
    database: { 'app.limit_signups_per_source': String(signups), 'app.limit_messages_per_source': String(messages) },
    payments: webhookSecret === undefined ? null : { webhookSecret, mode },
  }
}

/** Reads the webhook settings from the environment. Throws a ConfigError that names the invalid variable, target and field. */
export function readWebhookSettings(env: Record<string, string | undefined>): WebhookSettings {
  try {
    return parseWebhookSettings((name) => env[name])
  } catch (cause) {
    throw cause instanceof WebhookSettingsError ? new ConfigError(cause.message, { cause }) : cause
  }
}

/** Reads where the embedded database is shipped to; null without SHIP_TO. Throws a ConfigError that names the first invalid variable. */
export function readShippingSettings(env: Record<string, string | undefined>): ShippingSettings | null {
  const { SHIP_TO, SHIP_KEY, SHIP_KEEP_DAYS, ...others } = parseEnvironment(variables, env)
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL } = others
  const access = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL }
  return createShippingSettings({ SHIP_TO, SHIP_KEY, SHIP_KEEP_DAYS, ...access })
}
