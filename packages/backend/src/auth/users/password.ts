import { createValidationError } from '../fields.ts'
import { WeakPasswordError } from '../render-error.ts'
import { isCommonPassword } from './common-passwords.ts'

const MAX_BYTES = 72

/**
 * Returns a password as it is measured and hashed: in NFC, with ASCII spaces for the others (OpaqueString of RFC 8265). Keyboards send 'é' as
 * one code point or as two, so the same typed password could differ between a person's devices.
 */
export function preparePassword(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
}

/** The rules for a new password. */
export type PasswordRules = {
  minimumLength: number
  /** Words of the product, such as its name. A password whose letters are one of these words, once or twice, is refused. */
  ownWords: readonly string[]
  /** Whether to refuse passwords that are on the list of common passwords or consist of a product word. */
  refusesKnown: boolean
}

/** Throws 400 for a password that is too long, and 422 for one that is too short, common, or made of product words. */
export async function requireStrongPassword(password: string, rules: PasswordRules): Promise<void> {
  requirePasswordMaxLength(password)
  const weakness = await findPasswordWeakness(password, rules)
  if (weakness) throw new WeakPasswordError(weakness.reasons, { message: weakness.message })
}

/** Throws for a password that is too short or too long, like `requireStrongPassword`, but accepts common passwords. */
export async function requirePasswordLength(password: string, rules: PasswordRules): Promise<void> {
  requirePasswordMaxLength(password)
  if (isShort(password, rules)) await requireStrongPassword(password, rules)
}

function isShort(password: string, rules: PasswordRules): boolean {
  return [...preparePassword(password)].length < rules.minimumLength
}

/** Throws 400 for a password of more than 72 bytes, GoTrue's maximum. */
export function requirePasswordMaxLength(password: string): void {
  if (Buffer.byteLength(preparePassword(password)) > MAX_BYTES)
    throw createValidationError('Password cannot be longer than 72 characters')
}

/** Returns why a password is weak, as reason codes and a message for people, or null for a password that meets the rules. */
export async function findPasswordWeakness(
  password: string,
  rules: PasswordRules,
): Promise<{ reasons: string[]; message: string } | null> {
  const isTooShort = isShort(password, rules)
  const prepared = preparePassword(password)
  const isKnown = rules.refusesKnown && (isOwnWord(prepared, rules.ownWords) || (await isCommonPassword(prepared)))
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
