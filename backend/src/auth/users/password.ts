import { invalid } from '../fields.ts'
import { WeakPasswordRefusal } from '../render-error.ts'
import { isCommonPassword } from './common-passwords.ts'

const MAX_BYTES = 72

/** What a password is held against besides its length. */
export type PasswordRules = {
  minimumLength: number
  /** Lower-case words nobody's password may consist of. */
  ownWords: readonly string[]
}

/** Refuses a password that is too long (400), too short, common, or made of our own words (422). */
export async function requireStrongPassword(password: string, rules: PasswordRules): Promise<void> {
  requireBearableLength(password)
  const weakness = await findWeakness(password, rules)
  if (weakness) throw new WeakPasswordRefusal(weakness.reasons, { message: weakness.message })
}

/** The same for a password of the wrong length; another one passes, common or not. */
export async function requireLength(password: string, rules: PasswordRules): Promise<void> {
  requireBearableLength(password)
  if (isShort(password, rules)) await requireStrongPassword(password, rules)
}

function isShort(password: string, rules: PasswordRules): boolean {
  return [...password].length < rules.minimumLength
}

/** Refuses a password of more than 72 bytes, the most that any GoTrue takes. */
export function requireBearableLength(password: string): void {
  if (Buffer.byteLength(password) > MAX_BYTES) throw invalid('Password cannot be longer than 72 characters')
}

/** Why a password would be refused today, or null. */
export async function findWeakness(
  password: string,
  rules: PasswordRules,
): Promise<{ reasons: string[]; message: string } | null> {
  const isTooShort = isShort(password, rules)
  const isKnown = isOwnWord(password, rules.ownWords) || (await isCommonPassword(password))
  if (!isTooShort && !isKnown) return null
  const sentences = [
    isTooShort ? `Password should be at least ${rules.minimumLength} characters.` : '',
    isKnown ? 'Password is known to be weak and easy to guess, please choose a different one.' : '',
  ]
  const reasons = [isTooShort ? 'length' : '', isKnown ? 'pwned' : '']
  return { reasons: reasons.filter(Boolean), message: sentences.filter(Boolean).join(' ') }
}

function isOwnWord(password: string, ownWords: readonly string[]): boolean {
  const letters = lettersOf(password)
  return letters !== '' && ownWords.map(lettersOf).some((word) => letters === word || letters === word.repeat(2))
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, '')
}
