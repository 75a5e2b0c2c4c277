import * as v from 'valibot'
import { emailAddressSchema } from './email.ts'
import { VALIDATION_ERRORS } from './errors.ts'
import { MESSAGE_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from './limits.ts'
import { countCharacters, normaliseParagraphs, normaliseToOneLine } from './text.ts'

// The name rule of contact messages. It is more lenient than that of the sign-up, so that a visitor whose real name the sign-up rejects can
// write to the founders.
const senderNameSchema = v.pipe(
  v.string(VALIDATION_ERRORS.nameRequired),
  v.transform((text) => normaliseToOneLine(text, NAME_MAX_CHARACTERS)),
  v.nonEmpty(VALIDATION_ERRORS.nameRequired),
  v.check((text) => countCharacters(text) <= NAME_MAX_CHARACTERS, VALIDATION_ERRORS.nameTooLong),
)

const messageSchema = v.pipe(
  v.string(VALIDATION_ERRORS.messageRequired),
  v.transform((text) => normaliseParagraphs(text, MESSAGE_MAX_CHARACTERS)),
  v.nonEmpty(VALIDATION_ERRORS.messageRequired),
  v.check((text) => countCharacters(text) <= MESSAGE_MAX_CHARACTERS, VALIDATION_ERRORS.messageTooLong),
)

/**
 * Validates a contact message to the founders. All three fields are required: a valid address, a name of one line and at most 100
 * characters, a message of at most 5000 characters. Converts line ends to `\n` and removes control characters.
 */
export const contactSchema = v.object({
  name: v.nullish(senderNameSchema, ''),
  email: v.nullish(emailAddressSchema, ''),
  message: v.nullish(messageSchema, ''),
})

/** A validated contact message. */
export type ContactMessage = v.InferOutput<typeof contactSchema>
