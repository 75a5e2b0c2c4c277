import * as v from 'valibot'

// The settings of the payment provider, Stripe. Both hosts read them from environment variables of the same names.

/**
 * STRIPE_WEBHOOK_SECRET: the signing secret of the webhook endpoint. It can only verify events; unlike an API key of Stripe, it gives no
 * access to the account.
 */
export const stripeWebhookSecretSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(
    /^whsec_[A-Za-z0-9+/=_-]{24,200}$/,
    'must be the signing secret of a webhook endpoint in Stripe, which begins with whsec_',
  ),
)

/** STRIPE_MODE: the mode of Stripe whose events count. */
export const stripeModeSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.picklist(['live', 'test'], 'must be live or test'),
)

/** The settings with which events of the payment provider are verified. */
export type PaymentSettings = { webhookSecret: string; mode: v.InferOutput<typeof stripeModeSchema> }
