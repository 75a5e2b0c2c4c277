/** The maximum age of a signature, in seconds. It prevents that a recorded request is sent again later (replay attack). */
const MAX_AGE_SECONDS = 300
/** The maximum age that makes Stripe's library skip the check of the age. */
const ANY_AGE = 0

type Verified = { event: unknown } | { fault: string }

/**
 * Verifies the signature of a webhook request with Stripe's library and returns the event in the body. Returns a `fault` that names the
 * header or the body if the signature or the body is invalid.
 */
export async function verifyStripeSignature(
  body: Uint8Array,
  header: string | null,
  secret: string,
): Promise<Verified> {
  if (header === null || header === '') return { fault: 'The header Stripe-Signature is missing.' }
  const payload = decodeLosslessly(body)
  if (payload === null) return { fault: 'The body must be JSON in UTF-8.' }
  // Lazy import: the library would add a tenth to the server's start, and most sites receive no payments.
  const { default: Stripe } = await import('stripe')
  try {
    return { event: await Stripe.webhooks.constructEventAsync(payload, header, secret, MAX_AGE_SECONDS) }
  } catch {
    // The errors of the library do not tell a wrong signature from an old one or a malformed body. Verifies again to find the cause.
    const isSigned = async (maxAge: number) =>
      Stripe.webhooks.signature?.verifyHeaderAsync(payload, header, secret, maxAge).catch(() => false)
    if (await isSigned(MAX_AGE_SECONDS)) return { fault: 'The body must be a snapshot event of Stripe, as JSON.' }
    return (await isSigned(ANY_AGE))
      ? { fault: 'The signature in the header Stripe-Signature is older than five minutes.' }
      : { fault: 'The signature in the header Stripe-Signature does not fit the body and STRIPE_WEBHOOK_SECRET.' }
  }
}

/**
 * Decodes a body so that the text encodes to exactly the received bytes, or returns null when it is not UTF-8. The library's own decoder
 * drops a byte order mark and replaces invalid bytes, so that a modified body could match the signature.
 */
function decodeLosslessly(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null
  }
}
