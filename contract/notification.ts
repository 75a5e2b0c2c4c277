import * as v from 'valibot'
import { emailAddressSchema } from './email.ts'
import { VALIDATION_ERRORS } from './errors.ts'
import { orderIdSchema } from './signup.ts'

/**
 * Validates the request body of the edge function send-notifications. The function uses only the e-mail address from the body: it reads the
 * kind of mail, the name and the payment status from the stored sign-up. The name is not validated, because a buyer's sign-up is accepted
 * with any name.
 */
export const welcomeMailRequestSchema = v.variant('type', [
  v.object({
    type: v.literal('welcome_free'),
    userData: v.object({
      name: v.nullish(v.string(), ''),
      email: v.nullish(emailAddressSchema, ''),
      is_paid: v.optional(v.boolean(), false),
    }),
  }),
  v.object({
    type: v.literal('welcome_paid'),
    userData: v.object({
      name: v.nullish(v.string(), ''),
      email: v.nullish(emailAddressSchema, ''),
      is_paid: v.optional(v.boolean(), true),
      amount: v.pipe(
        v.number(VALIDATION_ERRORS.paymentAmount),
        v.finite(VALIDATION_ERRORS.paymentAmount),
        v.minValue(0, VALIDATION_ERRORS.paymentAmount),
      ),
      order_id: orderIdSchema,
    }),
  }),
])

/** The request body of the edge function send-notifications after validation. */
export type WelcomeMailRequest = v.InferOutput<typeof welcomeMailRequestSchema>
