import { ORDER_ID_MAX_CHARACTERS } from './limits.ts'

/**
 * Converts the session id in the return URL of a payment to an order id: keeps only printable ASCII without spaces, at most 255 characters.
 */
export function parseOrderId(sessionId: string): string {
  return sessionId.replace(/[^\x21-\x7e]/g, '').slice(0, ORDER_ID_MAX_CHARACTERS)
}
