type Verified = { event: unknown } | { fault: string }

/**
 * Verifies Stripe's signature of a webhook request with Stripe's own library, and returns the event in the body. A signature is valid for
 * five minutes, so that a recorded request cannot be sent again later. On failure, returns a sentence that names the header or the body.
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
  const isSigned = (tolerance?: number) =>
    Stripe.webhooks.constructEventAsync(payload, header, secret, tolerance).then(
      (event: unknown) => ({ event }),
      (error: unknown) => ({ error }),
    )
  const result = await isSigned()
  if ('event' in result) return result
  if (!(result.error instanceof Stripe.errors.StripeSignatureVerificationError))
    return { fault: 'The body must be a snapshot event of Stripe, as JSON.' }
  // A tolerance of 0 ignores the age.
  return 'event' in (await isSigned(0))
    ? { fault: 'The signature in the header Stripe-Signature is older than five minutes.' }
    : { fault: 'The signature in the header Stripe-Signature does not fit the body and STRIPE_WEBHOOK_SECRET.' }
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
