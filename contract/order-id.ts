import { ORDER_ID_MAX_CHARACTERS } from './limits.ts'

/** Converts a payment's session id to an order id: printable ASCII without spaces, at most 255 characters. */
export function parseOrderId(sessionId: string): string {
  return sessionId.replace(/[^\x21-\x7e]/g, '').slice(0, ORDER_ID_MAX_CHARACTERS)
}
