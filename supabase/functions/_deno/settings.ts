import { type Product, productSchema } from '@site/contract/product'
import * as v from 'valibot'
import { mailSenderSchema } from '../_shared/mail.ts'
import { type PaymentSettings, stripeModeSchema, stripeWebhookSecretSchema } from '../_shared/payment-settings.ts'
import { parseWebhookSettings, type WebhookSettings } from '../_shared/webhooks/targets.ts'

/** The environment variables of a function on Supabase, parsed. Supabase itself sets the variables whose names start with SUPABASE_. */
export type EdgeFunctionSettings = {
  supabaseUrl: string
  /** API keys of the role service_role, of which there are several during a key rotation. Outgoing calls use the first key. */
  secretKeys: readonly [string, ...string[]]
  /** API keys of the role anon. */
  publishableKeys: readonly string[]
  siteUrl: string
  product: Product
  smtpUrl: string | null
  mailFrom: string | null
  payments: PaymentSettings | null
  /** The request header with the client's IP address. The platform's gateway overwrites this header, so clients cannot forge it. */
  sourceHeader: string
  webhooks: WebhookSettings
}

type Environment = { get(name: string): string | undefined }

const webAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:/))
const smtpAddress = v.pipe(v.string(), v.url(), v.regex(/^smtps?:/))
const product = v.pipe(v.string(), v.parseJson(), productSchema)
const headerName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,62}$/))
const keyRing = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

/** Parses the environment variables. Throws an error that names the first missing or invalid variable. */
export function parseEdgeFunctionSettings(env: Environment): EdgeFunctionSettings {
  const [secretKey, ...olderKeys] = keysFrom(env, 'SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY')
  if (secretKey === undefined) throw new Error('SUPABASE_SECRET_KEYS or SUPABASE_SERVICE_ROLE_KEY must be set.')
  const mailFrom = env.get('MAIL_FROM') || null
  if (mailFrom !== null) read(env, 'MAIL_FROM', mailSenderSchema)
  return {
    supabaseUrl: read(env, 'SUPABASE_URL', webAddress).replace(/\/+$/, ''),
    secretKeys: [secretKey, ...olderKeys],
    publishableKeys: keysFrom(env, 'SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_ANON_KEY'),
    siteUrl: new URL(read(env, 'SITE_URL', webAddress)).origin,
    product: read(env, 'PRODUCT', product),
    smtpUrl: env.get('SMTP_URL') ? read(env, 'SMTP_URL', smtpAddress) : null,
    mailFrom,
    payments: readPaymentSettings(env),
    sourceHeader: env.get('SOURCE_HEADER') ? read(env, 'SOURCE_HEADER', headerName) : 'cf-connecting-ip',
    webhooks: parseWebhookSettings((name) => env.get(name)),
  }
}

function readPaymentSettings(env: Environment): PaymentSettings | null {
  const mode = env.get('STRIPE_MODE') ? read(env, 'STRIPE_MODE', stripeModeSchema) : 'live'
  if (!env.get('STRIPE_WEBHOOK_SECRET')) return null
  return { webhookSecret: read(env, 'STRIPE_WEBHOOK_SECRET', stripeWebhookSecretSchema), mode }
}

function read<Schema extends v.GenericSchema>(env: Environment, name: string, schema: Schema): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, env.get(name))
  if (parsed.success) return parsed.output
  throw new Error(`${name} is missing or wrong.`)
}

function keysFrom(env: Environment, ring: string, legacy: string): string[] {
  const keys = v.safeParse(keyRing, env.get(ring))
  const older = env.get(legacy)
  return [...(keys.success ? Object.values(keys.output) : []), ...(older ? [older] : [])]
}
