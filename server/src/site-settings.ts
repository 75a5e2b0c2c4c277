import { ConfigError, parseEnvironment, type ServerConfig } from '@site/backend/config'
import {
  confidentialUrlSchema,
  integerSchema,
  type SettingSchemas,
  setting,
  singleLineSchema,
  urlSchema,
  wordSchema,
} from '@site/backend/config-values'
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
  SMTP_URL: setting(urlSchema('smtp', 'smtps'), undefined, 'mail server; else mails are written to `DATA_DIR/mail`'),
  MAIL_FROM: setting(singleLineSchema, undefined, 'sender of mails; else the team mailbox'),
  LIMIT_SIGNUPS_PER_SOURCE: setting(
    integerSchema(1, 1_000_000),
    '30',
    'sign-ups in 15 minutes per IP address (IPv6: /64)',
  ),
  LIMIT_MESSAGES_PER_SOURCE: setting(
    integerSchema(1, 1_000_000),
    '10',
    'contact messages in 15 minutes per IP address',
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    stripeWebhookSecretSchema,
    undefined,
    'signing secret of the webhook endpoint at Stripe; else payments stay unverified reports',
  ),
  STRIPE_MODE: setting(stripeModeSchema, 'live', '`live` or `test`: the mode of Stripe whose events count'),
  WEBHOOKS: setting(v.string(), undefined, 'receivers of events, as JSON with secrets'),
  WEBHOOKS_PRIVATE_NETWORKS: setting(
    v.string(),
    undefined,
    'private IP addresses or ranges in which receivers may be, also with http',
  ),
  SHIP_TO: setting(
    singleLineSchema,
    undefined,
    'a folder or `s3://bucket/prefix` to which the server ships its own PostgreSQL',
  ),
  SHIP_KEY: setting(singleLineSchema, undefined, 'at least 32 characters that encrypt and sign what is shipped'),
  SHIP_KEEP_DAYS: setting(integerSchema(1, 3650), '7', 'number of past days of which every second can be restored'),
  AWS_ACCESS_KEY_ID: setting(wordSchema, undefined, 'access key of the bucket of `SHIP_TO`'),
  AWS_SECRET_ACCESS_KEY: setting(wordSchema, undefined, 'its secret'),
  AWS_REGION: setting(
    v.pipe(wordSchema, v.regex(/^[a-z0-9-]+$/, 'must be a region such as us-east-1')),
    undefined,
    'region of the bucket; else `us-east-1`',
  ),
  AWS_ENDPOINT_URL: setting(confidentialUrlSchema, undefined, 'URL of an S3-compatible storage other than AWS'),
})

/** Prefixes of environment variables that only this site uses. */
export const SITE_VARIABLE_PREFIXES = ['SHIP_', 'WEBHOOKS_']

/** Environment variables that the website's build or the admin CLI reads, but not the server, with their meanings. */
export const VARIABLES_OF_OTHER_PARTS: ReadonlyMap<string, string> = new Map([
  ['SUPABASE_URL', 'address that `npm run admin` connects to: https, or http on this machine; else `SITE_URL`'],
  ['VITE_SUPABASE_URL', 'address of a backend on another host'],
  ['VITE_SUPABASE_PUBLISHABLE_KEY', 'publishable key of that backend'],
  ['VITE_DOWNLOADS_URL', 'folder with `version.json` and installers; else `latest/` of the bucket `downloads`'],
  ['VITE_DEMO_VIDEO_URL', 'the demo video; else that of `website/app/brand.ts`'],
])

/** Environment variables of the server for which this site sets a default; the operator's values take precedence. */
export const SITE_ENVIRONMENT_DEFAULTS = { ACCELERATION: 'true' }

/** The environment variables that this site adds to those of the server. */
export const SITE_VARIABLES: SettingSchemas = variables.entries

/** The mail server and the sender of mails; null for those of docs/environment.md. */
type MailSettings = Readonly<{ smtpUrl: string | null; mailFrom: string | null }>

/** The server's configuration with the settings of this site's mails. */
export type SiteConfig = ServerConfig & MailSettings

/**
 * Settings of this site. `database`: session settings for its database functions (rate limits). `payments`: settings for the events of the
 * payment provider, or null without STRIPE_WEBHOOK_SECRET.
 */
export type SiteSettings = { database: PostgresSettingValues; mail: MailSettings; payments: PaymentSettings | null }

/** Reads the rate limits, the mail server and the payment settings from the environment. Throws a ConfigError that names the first invalid variable. */
export function readSiteSettings(env: Record<string, string | undefined>): SiteSettings {
  const {
    SMTP_URL: smtpUrl = null,
    MAIL_FROM: mailFrom = null,
    LIMIT_SIGNUPS_PER_SOURCE: signups,
    LIMIT_MESSAGES_PER_SOURCE: messages,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_MODE: mode,
  } = parseEnvironment(variables, env)
  return {
    database: { 'app.limit_signups_per_source': String(signups), 'app.limit_messages_per_source': String(messages) },
    mail: { smtpUrl, mailFrom },
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

/** Reads where the own PostgreSQL is shipped to; null without SHIP_TO. Throws a ConfigError that names the first invalid variable. */
export function readShippingSettings(env: Record<string, string | undefined>): ShippingSettings | null {
  const { SHIP_TO, SHIP_KEY, SHIP_KEEP_DAYS, ...others } = parseEnvironment(variables, env)
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL } = others
  const access = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL }
  return createShippingSettings({ SHIP_TO, SHIP_KEY, SHIP_KEEP_DAYS, ...access })
}
