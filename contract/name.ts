import * as v from 'valibot'
import { VALIDATION_ERRORS } from './errors.ts'
import { NAME_MAX_CHARACTERS, SANITISED_NAME_MAX_CHARACTERS } from './limits.ts'
import { countCharacters, truncateCharacters } from './text.ts'

const ALLOWED_CHARACTERS = /^[\p{L}\p{M} \-'’.]+$/u

// U+200C (zero-width non-joiner) and U+200D (joiner) change how neighbouring letters connect: Persian 'مهدی‌زاده', Sinhala 'ශ්‍රී'.
// The Unicode blocks in the pattern contain the scripts that use joiners: Arabic and the blocks after it, the Indic scripts and Sinhala,
// Myanmar, Khmer and Mongolian. In any other script a joiner is invisible, so two different names could look equal.
const JOINERS =
  /(?<=[\u0620-\u07ff\u0860-\u0dff\u1000-\u109f\u1780-\u18af])[\u200c\u200d](?=[\u0620-\u07ff\u0860-\u0dff\u1000-\u109f\u1780-\u18af])/g

// Markup and script code in a name. ALLOWED_CHARACTERS already rejects names with brackets, so in practice only words such as 'script' match.
const SUSPICIOUS_CONTENT = /script|javascript|vbscript|onload|onerror|<[^<>]*>|[{}]|eval\(|function\(/i

// All Unicode spaces, because some keyboards type a full-width space (Japanese) or a no-break space instead of a space.
const SPACE_SEPARATORS = /\p{Zs}/gu

function asTyped(text: string): string {
  return text.normalize('NFC').replace(SPACE_SEPARATORS, ' ').trim()
}

/** Returns a name without the zero-width joiners and non-joiners that stand between two letters of a script that uses them. */
export function stripZeroWidthJoiners(name: string): string {
  return name.replace(JOINERS, '')
}

/**
 * Validates a person's name and returns it trimmed and in NFC. Rejects, in this order (spec section 5): an empty text; more than 100
 * characters; characters other than letters and marks of any script, joiners between letters that use them, spaces, hyphens,
 * apostrophes and periods; suspicious content such as 'script'.
 */
export const nameSchema = v.config(
  v.pipe(
    v.string(VALIDATION_ERRORS.nameRequired),
    v.transform(asTyped),
    v.nonEmpty(VALIDATION_ERRORS.nameRequired),
    v.check((text) => countCharacters(text) <= NAME_MAX_CHARACTERS, VALIDATION_ERRORS.nameTooLong),
    v.check((text) => ALLOWED_CHARACTERS.test(stripZeroWidthJoiners(text)), VALIDATION_ERRORS.nameCharacters),
    v.check((text) => !SUSPICIOUS_CONTENT.test(text), VALIDATION_ERRORS.nameContent),
  ),
  { abortPipeEarly: true },
)

// Matches brackets, and whole words with a following '=' or ':', which can be an inline handler or a prefix such as `javascript:`. Searching
// for handlers from every letter instead would take time quadratic in the length of a word.
const CANDIDATES = /[<>{}]|\w+(?:\s*=|:)?/g

/**
 * Removes brackets, the prefixes `javascript:` and `vbscript:`, and inline event handlers such as `onclick=` (from `on` to the equals
 * sign).
 */
function withoutUnwanted(candidate: string): string {
  if (candidate.endsWith(':')) return candidate.replace(/(?:java|vb)script:/i, '')
  if (!candidate.endsWith('=')) return /[<>{}]/.test(candidate) ? '' : candidate
  const handler = candidate.search(/on\w/i)
  return handler === -1 ? candidate : candidate.slice(0, handler)
}

/**
 * Returns the stored form of a name: trimmed, without angle brackets, braces, `javascript:` and `vbscript:` prefixes and inline
 * handlers (`onclick=`), cut to 1000 characters. Idempotent.
 */
export function sanitiseName(text: string): string {
  // The text is cut before the loop, because each pass of the loop removes one level of nesting: the text's length bounds the number of
  // passes.
  let cleaned = truncateCharacters(text, 4 * SANITISED_NAME_MAX_CHARACTERS).normalize('NFC')
  // Repeated until nothing changes, because a removal can join its neighbours into a new match: `javajavascript:script:`.
  for (let before = ''; before !== cleaned; ) {
    before = cleaned
    cleaned = cleaned.replace(CANDIDATES, withoutUnwanted)
  }
  return truncateCharacters(cleaned.trim(), SANITISED_NAME_MAX_CHARACTERS).trim()
}
