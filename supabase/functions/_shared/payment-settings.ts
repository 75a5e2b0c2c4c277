import * as v from 'valibot'

// Settings for the events of the payment provider, Stripe. The Node.js server and the edge functions on Supabase read the same variables.

/**
 * STRIPE_WEBHOOK_SECRET: the secret with which Stripe signs the events for the webhook endpoint (HMAC). With a leaked secret, an attacker
 * can forge events, but unlike with an API key of Stripe, cannot access the account.
 */
export const stripeWebhookSecretSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(
    /^whsec_[A-Za-z0-9+/=_-]{24,200}$/,
    'must be the signing secret of a webhook endpoint in Stripe, which begins with whsec_',
  ),
)

/** STRIPE_MODE: Stripe's mode. Events of the other mode are refused. */
export const stripeModeSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.picklist(['live', 'test'], 'must be live or test'),
)

/** The settings for verifying events of the payment provider: the signing secret, and the mode that an event must have. */
export type PaymentSettings = { webhookSecret: string; mode: v.InferOutput<typeof stripeModeSchema> }
