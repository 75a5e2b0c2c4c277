import { toAsciiLowerCase } from '@site/contract/text'

/** Common mail domains. When a typed domain differs from one of them by one typo, the form suggests the common domain. */
const COMMON = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'googlemail.com',
  'live.com',
  'aol.com',
]

/** Real mail domains that differ from a common mail domain by one character. They get no suggestion. */
const REAL = ['mail.com', 'ymail.com', 'email.com', 'gmx.com', 'aon.com', 'love.com', 'five.com']

/** Returns the probably intended address ('anna@gmial.com' -> 'anna@gmail.com'), or null. A suggestion never blocks the form. */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = toAsciiLowerCase(email.slice(at + 1).trim())
  if (at < 1 || COMMON.includes(domain) || REAL.includes(domain)) return null
  const meant = COMMON.find((common) => isOneSlip(domain, common))
  return meant ? email.slice(0, at + 1).trim() + meant : null
}

/** Returns whether two strings differ by one inserted, missing or wrong character, or by two swapped neighbouring characters. */
function isOneSlip(typed: string, meant: string): boolean {
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start++
  const rest = (text: string, from: number) => text.slice(from)
  if (typed.length > meant.length) return rest(typed, start + 1) === rest(meant, start)
  if (typed.length < meant.length) return rest(typed, start) === rest(meant, start + 1)
  if (rest(typed, start + 1) === rest(meant, start + 1)) return true
  const swapped = typed[start] === meant[start + 1] && typed[start + 1] === meant[start]
  return swapped && rest(typed, start + 2) === rest(meant, start + 2)
}
