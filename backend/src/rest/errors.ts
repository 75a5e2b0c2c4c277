import type { Drawn, Refusal } from '../http/errors.ts'

/** PostgREST's shape: code, message, details, hint. */
export function drawRestError(refusal: Refusal): Drawn {
  const { code, message, details, hint } = refusal
  return { status: refusal.status, body: { code, message, details, hint } }
}
