import * as v from 'valibot'
import { signupEmailSchema } from './email.ts'
import { FLAGGED_BUYER_REASONS } from './errors.ts'
import { EMAIL_MAX_CHARACTERS, SANITISED_NAME_MAX_CHARACTERS } from './limits.ts'
import { nameSchema, sanitiseName } from './name.ts'
import { isSuspiciousEmail, isSuspiciousName } from './screening.ts'
import { normaliseToOneLine, truncateCharacters } from './text.ts'
import { findValidationError } from './validation-error.ts'

/** The stored form of a buyer. Buyers are never rejected; `flag` lists the reasons why a free sign-up would have been rejected, or is null. */
export type StoredBuyer = { name: string; email: string; flag: string | null }

/**
 * Returns the stored form of a buyer's name and e-mail address. A name that passes the validation of a free sign-up is stored like one; any
 * other name is sanitised. The e-mail address is always sanitised. When nothing of it is left, it is '' and the database stores a
 * placeholder to which no mail can be sent.
 */
export function toStoredBuyer(buyer: { name: string; email: string }): StoredBuyer {
  const nameError = findValidationError(nameSchema, buyer.name)?.message
  const emailError = findValidationError(signupEmailSchema, buyer.email)?.message
  const reasons = [
    nameError ?? (isSuspiciousName(buyer.name) ? FLAGGED_BUYER_REASONS.nameMadeUp : null),
    emailError ?? (isSuspiciousEmail(buyer.email) ? FLAGGED_BUYER_REASONS.emailMadeUp : null),
  ].filter((reason) => reason !== null)
  return {
    name: nameError === undefined ? v.parse(nameSchema, buyer.name) : sanitiseBuyerName(buyer.name),
    email: sanitiseBuyerEmail(buyer.email),
    flag: reasons.length > 0 ? reasons.join('; ') : null,
  }
}

// Unicode bidirectional overrides and isolates can display a text in another order than it is stored in (spoofing).
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

function lineOf(text: string): string {
  return normaliseToOneLine(truncateCharacters(text.trim(), SANITISED_NAME_MAX_CHARACTERS)).replace(
    DIRECTION_CONTROLS,
    '',
  )
}

function sanitiseBuyerName(name: string): string {
  return sanitiseName(lineOf(name))
}

function sanitiseBuyerEmail(email: string): string {
  return lowered(
    truncateCharacters(
      lineOf(email)
        .replace(/[<>{}]/g, '')
        .trim(),
      EMAIL_MAX_CHARACTERS,
    ),
  )
}

/** Lower-cases ASCII letters only, as the database does, so that the result does not depend on the database's locale. */
function lowered(address: string): string {
  return address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
