import * as v from 'valibot'
import { emailSchema } from './email.ts'
import { REVIEW_REASONS } from './errors.ts'
import { findFault } from './fault.ts'
import { EMAIL_MAX, SANITISED_NAME_MAX } from './limits.ts'
import { nameSchema, sanitiseName } from './name.ts'
import { isSuspiciousEmail, isSuspiciousName } from './screening.ts'
import { asOneLine, cutTo } from './text.ts'

/** What is stored of a buyer: never refused. `flag` tells an operator why a free sign-up would have been; null when it would not. */
export type StoredBuyer = { name: string; email: string; flag: string | null }

/**
 * Returns what is stored of a buyer's name and address: as a free sign-up's when the validation accepts them, else sanitised. An
 * address of which nothing is left is '' here; the database puts a placeholder in its place, to which no mail can be sent.
 */
export function asStoredBuyer(buyer: { name: string; email: string }): StoredBuyer {
  const nameFault = findFault(nameSchema, buyer.name)?.message
  const emailFault = findFault(emailSchema, buyer.email)?.message
  const reasons = [
    nameFault ?? (isSuspiciousName(buyer.name) ? REVIEW_REASONS.nameMadeUp : null),
    emailFault ?? (isSuspiciousEmail(buyer.email) ? REVIEW_REASONS.emailMadeUp : null),
  ].filter((reason) => reason !== null)
  return {
    name: nameFault === undefined ? v.parse(nameSchema, buyer.name) : sanitiseBuyerName(buyer.name),
    email: sanitiseBuyerEmail(buyer.email),
    flag: reasons.length > 0 ? reasons.join('; ') : null,
  }
}

// Overrides and isolates of the direction of writing make a text read as another one than it is.
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

function lineOf(text: string): string {
  return asOneLine(cutTo(text.trim(), SANITISED_NAME_MAX)).replace(DIRECTION_CONTROLS, '')
}

function sanitiseBuyerName(name: string): string {
  return sanitiseName(lineOf(name))
}

function sanitiseBuyerEmail(email: string): string {
  return lowered(
    cutTo(
      lineOf(email)
        .replace(/[<>{}]/g, '')
        .trim(),
      EMAIL_MAX,
    ),
  )
}

/** Lower case of ASCII only, as in the database: its language has no business with an address. */
function lowered(address: string): string {
  return address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
