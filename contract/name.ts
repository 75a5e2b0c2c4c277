import * as v from 'valibot'
import { VALIDATION_ERRORS } from './errors.ts'
import { NAME_MAX, SANITISED_NAME_MAX } from './limits.ts'
import { charactersIn, cutTo } from './text.ts'

const ALLOWED_CHARACTERS = /^[\p{L}\p{M} \-'’.]+$/u

// Parts of markup and script. Those with a bracket never get this far; the words do ('Script Writer').
const SUSPICIOUS_CONTENT = /script|javascript|vbscript|onload|onerror|<[^>]*>|[{}]|eval\(|function\(/i

// The Japanese full-width space and the no-break space are how some keyboards write a space.
const SPACE_SEPARATORS = /\p{Zs}/gu

function asTyped(text: string): string {
  return text.normalize('NFC').replace(SPACE_SEPARATORS, ' ').trim()
}

/**
 * A person's name, answered trimmed and in NFC. Refuses, in this order: nothing typed, more than 100 characters, anything
 * but letters and marks of any script, spaces, hyphens, apostrophes and periods, and words of script (spec section 5).
 */
export const nameSchema = v.config(
  v.pipe(
    v.string(VALIDATION_ERRORS.nameRequired),
    v.transform(asTyped),
    v.nonEmpty(VALIDATION_ERRORS.nameRequired),
    v.check((text) => charactersIn(text) <= NAME_MAX, VALIDATION_ERRORS.nameTooLong),
    v.regex(ALLOWED_CHARACTERS, VALIDATION_ERRORS.nameCharacters),
    v.check((text) => !SUSPICIOUS_CONTENT.test(text), VALIDATION_ERRORS.nameContent),
  ),
  { abortPipeEarly: true },
)

const UNWANTED_PARTS = /[<>{}]|javascript:|vbscript:|on\w+\s*=/gi

/**
 * What is saved of a name: trimmed, without angle brackets, braces, `javascript:` and `vbscript:` prefixes and inline
 * handlers (`onclick=`), cut to 1000 characters. Applying it twice changes nothing more.
 */
export function sanitiseName(text: string): string {
  let cleaned = text.normalize('NFC')
  // Taking one part out can join its neighbours into another: `javajavascript:script:`.
  for (let before = ''; before !== cleaned; ) {
    before = cleaned
    cleaned = cleaned.replace(UNWANTED_PARTS, '')
  }
  return cutTo(cleaned.trim(), SANITISED_NAME_MAX).trim()
}
