import * as v from 'valibot'
import { addressSchema } from './email.ts'
import { VALIDATION_ERRORS } from './errors.ts'
import { orderIdSchema } from './signup.ts'

/**
 * What the browser hands to send-notifications. Only the address decides anything there: the type of the mail, its name and its
 * status are read from the stored row. So a name is not checked: a buyer's is stored however it is written.
 */
export const notificationSchema = v.variant('type', [
  v.object({
    type: v.literal('welcome_free'),
    userData: v.object({
      name: v.nullish(v.string(), ''),
      email: v.nullish(addressSchema, ''),
      is_paid: v.optional(v.boolean(), false),
    }),
  }),
  v.object({
    type: v.literal('welcome_paid'),
    userData: v.object({
      name: v.nullish(v.string(), ''),
      email: v.nullish(addressSchema, ''),
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

/** A checked request for a welcome mail. */
export type Notification = v.InferOutput<typeof notificationSchema>
