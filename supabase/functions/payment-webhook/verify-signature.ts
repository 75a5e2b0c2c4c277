/** The age in seconds up to which a signature is valid; a recorded request cannot be sent again later. */
const MAX_AGE_SECONDS = 300
/** The value with which Stripe's library ignores the age. */
const ANY_AGE = 0

type Verified = { event: unknown } | { fault: string }

/**
 * Verifies Stripe's signature of a webhook request with Stripe's own library, and returns the event in the body. On failure, returns a
 * sentence that names the header or the body.
 */
export async function verifyStripeSignature(
  body: Uint8Array,
  header: string | null,
  secret: string,
): Promise<Verified> {
  if (header === null || header === '') return { fault: 'The header Stripe-Signature is missing.' }
  const payload = decodeLosslessly(body)
  if (payload === null) return { fault: 'The body must be JSON in UTF-8.' }
  // Imported on first use, because the library would take a tenth of a server's start, and most sites receive no payments.
  const { default: Stripe } = await import('stripe')
  try {
    return { event: await Stripe.webhooks.constructEventAsync(payload, header, secret, MAX_AGE_SECONDS) }
  } catch {
    // The library throws several kinds of errors, also for malformed headers. So the signature is verified again to find out what is wrong.
    const isSigned = async (maxAge: number) =>
      Stripe.webhooks.signature?.verifyHeaderAsync(payload, header, secret, maxAge).catch(() => false)
    if (await isSigned(MAX_AGE_SECONDS)) return { fault: 'The body must be a snapshot event of Stripe, as JSON.' }
    return (await isSigned(ANY_AGE))
      ? { fault: 'The signature in the header Stripe-Signature is older than five minutes.' }
      : { fault: 'The signature in the header Stripe-Signature does not fit the body and STRIPE_WEBHOOK_SECRET.' }
  }
}

/**
 * Decodes a body, or returns null when it is not UTF-8. The library decodes bytes too, but drops a byte order mark and replaces invalid
 * bytes, so that a changed body could fit the signature. This text encodes to exactly the received bytes.
 */
function decodeLosslessly(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null
  }
}
