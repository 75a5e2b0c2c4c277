import { normaliseAddress } from '@site/contract/email'
import { SANITISED_NAME_MAX_CHARACTERS } from '@site/contract/limits'
import { normaliseToOneLine } from '@site/contract/text'
import * as v from 'valibot'
import { formatMinorUnits } from './minor-units.ts'

const id = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,255}$/))
const idOrObject = v.union([
  id,
  v.pipe(
    v.object({ id }),
    v.transform((object) => object.id),
  ),
])
// Normalised to one line without NUL and lone surrogates, which PostgreSQL rejects: a payment must be stored even if the name is malformed.
const buyerName = v.nullish(
  v.pipe(
    v.string(),
    v.transform((name) => normaliseToOneLine(name, SANITISED_NAME_MAX_CHARACTERS)),
  ),
  null,
)
const buyerAddress = v.nullish(v.pipe(v.string(), v.transform(normaliseAddress)), null)

const stripeEventSchema = v.object({
  id,
  type: v.pipe(v.string(), v.maxLength(100)),
  /** When the event happened, in seconds since 1970. */
  created: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99_999_999_999)),
  livemode: v.boolean(),
  data: v.object({ object: v.unknown() }),
})

/** An event of Stripe. The type of `data.object` depends on `type`. */
export type StripeEvent = v.InferOutput<typeof stripeEventSchema>

const checkoutSchema = v.object({
  id,
  mode: v.string(),
  payment_status: v.string(),
  payment_intent: v.nullish(idOrObject, null),
  amount_total: v.nullish(v.pipe(v.number(), v.integer()), null),
  currency: v.nullish(v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{3}$/)), null),
  customer_details: v.nullish(v.object({ name: buyerName, email: buyerAddress }), null),
})
const chargeSchema = v.object({ payment_intent: v.nullish(idOrObject, null), refunded: v.boolean() })
const disputeSchema = v.object({ payment_intent: v.nullish(idOrObject, null) })

/** A change of a payment that an event reports, as arguments of the database function `record_payment_event`. */
export type PaymentEvent =
  | {
      event_type: 'paid'
      payment: string | null
      checkout: string
      buyer_name: string | null
      buyer_email: string | null
      paid_amount: string
      paid_currency: string
    }
  | { event_type: 'refunded' | 'withdrawn' | 'reinstated'; payment: string }

type Fault = { fault: string }

/** Parses an event of Stripe whose signature was verified. Returns a `fault` that names the invalid field if parsing fails. */
export function parseStripeEvent(event: unknown): { event: StripeEvent } | Fault {
  const parsed = v.safeParse(stripeEventSchema, event)
  return parsed.success ? { event: parsed.output } : createFault(v.getDotPath(parsed.issues[0]) ?? 'object')
}

/**
 * Parses the change of a payment that an event reports. Returns `payment: null` for an event that has no effect: another type, a
 * subscription, a pending payment, a session that was free of charge, a partial refund, or a charge without a PaymentIntent. Returns a
 * `fault` that names the invalid field if parsing fails.
 */
export function parsePaymentEvent({ type, data }: StripeEvent): { payment: PaymentEvent | null } | Fault {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return read(checkoutSchema, data.object, toPaid)
    case 'charge.refunded':
      // `refunded` is false until the whole charge is refunded.
      return read(chargeSchema, data.object, (charge) => afterPayment('refunded', charge.refunded ? charge : null))
    case 'charge.dispute.funds_withdrawn':
      return read(disputeSchema, data.object, (dispute) => afterPayment('withdrawn', dispute))
    case 'charge.dispute.funds_reinstated':
      return read(disputeSchema, data.object, (dispute) => afterPayment('reinstated', dispute))
    default:
      return { payment: null }
  }
}

function read<Output>(
  schema: v.GenericSchema<unknown, Output>,
  object: unknown,
  convert: (output: Output) => { payment: PaymentEvent | null } | Fault,
): { payment: PaymentEvent | null } | Fault {
  const parsed = v.safeParse(schema, object)
  if (parsed.success) return convert(parsed.output)
  return createFault(['data.object', v.getDotPath(parsed.issues[0])].filter((part) => part !== null).join('.'))
}

function toPaid(checkout: v.InferOutput<typeof checkoutSchema>): { payment: PaymentEvent | null } | Fault {
  if (checkout.mode !== 'payment' || checkout.payment_status !== 'paid') return { payment: null }
  const { amount_total: amount, currency, customer_details: buyer } = checkout
  if (currency === null) return createFault('data.object.currency')
  const paid_amount = amount === null ? null : formatMinorUnits(amount, currency)
  if (paid_amount === null) return createFault('data.object.amount_total')
  return {
    payment: {
      event_type: 'paid',
      payment: checkout.payment_intent,
      checkout: checkout.id,
      buyer_name: buyer?.name ?? null,
      buyer_email: buyer?.email ?? null,
      paid_amount,
      paid_currency: currency,
    },
  }
}

function afterPayment(
  event_type: 'refunded' | 'withdrawn' | 'reinstated',
  about: { payment_intent: string | null } | null,
): { payment: PaymentEvent | null } {
  const payment = about?.payment_intent ?? null
  return { payment: payment === null ? null : { event_type, payment } }
}

function createFault(field: string): Fault {
  return { fault: `The field ${field} of the event is missing or wrong.` }
}
