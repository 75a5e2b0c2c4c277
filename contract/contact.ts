import * as v from 'valibot'
import { addressSchema } from './email.ts'
import { VALIDATION_ERRORS } from './errors.ts'
import { MESSAGE_MAX, NAME_MAX } from './limits.ts'
import { asOneLine, asParagraphs, charactersIn } from './text.ts'

// More lenient than the sign-up's name rule: a visitor whom the sign-up rejects must be able to write to the founders under their real name.
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
 * Validates a message to the founders. All three fields are required: the address must be valid, the name is one line of at most
 * 100 characters, the message has at most 5000 characters. Line ends become `\n`, and control characters are removed.
 */
export const contactSchema = v.object({
  name: v.nullish(senderNameSchema, ''),
  email: v.nullish(addressSchema, ''),
  message: v.nullish(messageSchema, ''),
})

/** A validated contact message. */
export type ContactMessage = v.InferOutput<typeof contactSchema>
