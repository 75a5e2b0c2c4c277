import * as v from 'valibot'
import { signupEmailSchema } from './email.ts'
import { SIGNUP_INSERT_ERRORS, VALIDATION_ERRORS } from './errors.ts'
import { ORDER_ID_MAX_CHARACTERS } from './limits.ts'
import { nameSchema } from './name.ts'

/** Validates a payment provider's order id: printable ASCII without spaces, at most 255 characters. */
export const orderIdSchema = v.pipe(
  v.string(VALIDATION_ERRORS.orderId),
  v.maxLength(ORDER_ID_MAX_CHARACTERS, VALIDATION_ERRORS.orderId),
  v.regex(/^[\x21-\x7e]+$/, VALIDATION_ERRORS.orderId),
)

/**
 * Validates the row that the browser inserts into early_access_users. A missing name or e-mail address is treated as empty. A paid sign-up
 * needs an amount above 0 and an order id; a free sign-up needs neither.
 */
export const signupSchema = v.pipe(
  v.object({
    name: v.nullish(nameSchema, ''),
    email: v.nullish(signupEmailSchema, ''),
    is_paid: v.optional(v.boolean(SIGNUP_INSERT_ERRORS.missing), false),
    amount: v.optional(v.pipe(v.number(VALIDATION_ERRORS.paymentAmount), v.finite(VALIDATION_ERRORS.paymentAmount))),
    order_id: v.optional(orderIdSchema),
  }),
  v.check((signup) => !signup.is_paid || (signup.amount ?? 0) > 0, VALIDATION_ERRORS.paymentAmount),
  v.check((signup) => !signup.is_paid || signup.order_id !== undefined, SIGNUP_INSERT_ERRORS.missing),
)

/** A sign-up row after validation. */
export type Signup = v.InferOutput<typeof signupSchema>
