import * as v from 'valibot'
import { VALIDATION_ERRORS } from './errors.ts'
import { NAME_MAX, SANITISED_NAME_MAX } from './limits.ts'
import { charactersIn, cutTo } from './text.ts'

const ALLOWED_CHARACTERS = /^[\p{L}\p{M} \-'’.]+$/u

// U+200C (zero-width non-joiner) and U+200D (joiner) change how neighbouring letters connect: Persian 'مهدی‌زاده', Sinhala 'ශ්‍රී'.
// These blocks hold the scripts that are written with them: Arabic and those after it, the Indic scripts and Sinhala,
// Myanmar, Khmer and Mongolian. Anywhere else they are invisible characters that make two equal names differ.
const JOINERS =
  /(?<=[\u0620-\u07ff\u0860-\u0dff\u1000-\u109f\u1780-\u18af])[\u200c\u200d](?=[\u0620-\u07ff\u0860-\u0dff\u1000-\u109f\u1780-\u18af])/g

// Parts of markup and script. Those with a bracket never get this far; the words do ('Script Writer').
const SUSPICIOUS_CONTENT = /script|javascript|vbscript|onload|onerror|<[^<>]*>|[{}]|eval\(|function\(/i

// The Japanese full-width space and the no-break space are how some keyboards write a space.
const SPACE_SEPARATORS = /\p{Zs}/gu

function asTyped(text: string): string {
  return text.normalize('NFC').replace(SPACE_SEPARATORS, ' ').trim()
}

/** A name without the zero-width joiners and non-joiners that stand between two letters of a script that needs them. */
export function withoutJoiners(name: string): string {
  return name.replace(JOINERS, '')
}

/**
 * A person's name, answered trimmed and in NFC. Refuses, in this order: nothing typed, more than 100 characters, anything
 * but letters and marks of any script, joiners between letters that need them, spaces, hyphens, apostrophes and periods, and
 * words of script (spec section 5).
 */
export const nameSchema = v.config(
  v.pipe(
    v.string(VALIDATION_ERRORS.nameRequired),
    v.transform(asTyped),
    v.nonEmpty(VALIDATION_ERRORS.nameRequired),
    v.check((text) => charactersIn(text) <= NAME_MAX, VALIDATION_ERRORS.nameTooLong),
    v.check((text) => ALLOWED_CHARACTERS.test(withoutJoiners(text)), VALIDATION_ERRORS.nameCharacters),
    v.check((text) => !SUSPICIOUS_CONTENT.test(text), VALIDATION_ERRORS.nameContent),
  ),
  { abortPipeEarly: true },
)

// A whole word at a time, with what may make it a handler or a prefix: looked for at every letter, handlers would take time with the
// square of a word's length.
const CANDIDATES = /[<>{}]|\w+(?:\s*=|:)?/g

/** Takes brackets out, `javascript:` and `vbscript:`, and inline handlers (`onclick=`) from their `on` to the equals sign. */
function withoutUnwanted(candidate: string): string {
  if (candidate.endsWith(':')) return candidate.replace(/(?:java|vb)script:/i, '')
  if (!candidate.endsWith('=')) return /[<>{}]/.test(candidate) ? '' : candidate
  const handler = candidate.search(/on\w/i)
  return handler === -1 ? candidate : candidate.slice(0, handler)
}

/**
 * What is saved of a name: trimmed, without angle brackets, braces, `javascript:` and `vbscript:` prefixes and inline
 * handlers (`onclick=`), cut to 1000 characters. Applying it twice changes nothing more.
 */
export function sanitiseName(text: string): string {
  // Each turn of the loop takes out one layer of what is nested, so that the length decides how many there may be.
  let cleaned = cutTo(text, 4 * SANITISED_NAME_MAX).normalize('NFC')
  // Taking one part out can join its neighbours into another: `javajavascript:script:`.
  for (let before = ''; before !== cleaned; ) {
    before = cleaned
    cleaned = cleaned.replace(CANDIDATES, withoutUnwanted)
  }
  return cutTo(cleaned.trim(), SANITISED_NAME_MAX).trim()
}
