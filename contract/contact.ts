import * as v from 'valibot'
import { addressSchema } from './email.ts'
import { VALIDATION_ERRORS } from './errors.ts'
import { MESSAGE_MAX, NAME_MAX } from './limits.ts'
import { asOneLine, asParagraphs, charactersIn } from './text.ts'

// Kinder than the sign-up's rule: whoever the sign-up refuses must get through here, under the name they have.
const senderNameSchema = v.pipe(
  v.string(VALIDATION_ERRORS.nameRequired),
  v.transform(asOneLine),
  v.nonEmpty(VALIDATION_ERRORS.nameRequired),
  v.check((text) => charactersIn(text) <= NAME_MAX, VALIDATION_ERRORS.nameTooLong),
)

const messageSchema = v.pipe(
  v.string(VALIDATION_ERRORS.messageRequired),
  v.transform(asParagraphs),
  v.nonEmpty(VALIDATION_ERRORS.messageRequired),
  v.check((text) => charactersIn(text) <= MESSAGE_MAX, VALIDATION_ERRORS.messageTooLong),
)

/**
 * A message to the founders: all three fields are required, the address can be answered, the name is one line of at most
 * 100 characters, the message at most 5000 characters in `\n` lines. Control characters are taken out, nothing else.
 */
export const contactSchema = v.object({
  name: v.nullish(senderNameSchema, ''),
  email: v.nullish(addressSchema, ''),
  message: v.nullish(messageSchema, ''),
})

/** A checked contact message. */
export type ContactMessage = v.InferOutput<typeof contactSchema>
