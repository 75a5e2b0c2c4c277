/**
 * Test vectors for how the database stores a buyer's name and e-mail address and flags them for review.
 */
import { VALIDATION_ERRORS as E, FLAGGED_BUYER_REASONS } from './errors.ts'

/** The stored form of a buyer. Buyers are never rejected; `flag` lists the reasons why a free sign-up would have been rejected, or is null. */
type StoredBuyer = { name: string; email: string; flag: string | null }

/** Test vector: a buyer's name and e-mail address as the payment flow passes them, and the form in which they are stored. */
export type BuyerVector = { input: { name: string; email: string }; outcome: StoredBuyer }

const EMAIL = 'anna.larsen@example.com'

function named(input: string, name: string, flag: string | null): BuyerVector {
  return { input: { name: input, email: EMAIL }, outcome: { name, email: EMAIL, flag } }
}

function addressed(input: string, email: string, flag: string | null): BuyerVector {
  return { input: { name: 'Anna Larsen', email: input }, outcome: { name: 'Anna Larsen', email, flag } }
}

/** Test vectors for buyers. The validation of a free sign-up would reject most of these names and e-mail addresses. */
export const BUYER_TEST_VECTORS: readonly BuyerVector[] = [
  named('  Anna Larsen ', 'Anna Larsen', null),
  named('Anna Larsen, MD', 'Anna Larsen, MD', E.nameCharacters),
  named('Müller & Söhne', 'Müller & Söhne', E.nameCharacters),
  named('Studio 54 (Copenhagen)', 'Studio 54 (Copenhagen)', E.nameCharacters),
  named('Zoe\u0308 & Co', 'Zo\u00eb & Co', E.nameCharacters),
  named('Anna 💍 Larsen', 'Anna 💍 Larsen', E.nameCharacters),
  named('<b>Anna</b> {Larsen}', 'bAnna/b Larsen', E.nameCharacters),
  named('javajavascript:script:Anna', 'Anna', E.nameCharacters),
  named('Anna onclick = alert', 'Anna  alert', E.nameCharacters),
  named('Anna\u00adLarsen\u200b\ufeff D`Arc', 'AnnaLarsen D’Arc', null),
  named('Anna\r\nBcc: everyone', 'Anna Bcc: everyone', E.nameCharacters),
  named('Anna\u0007\u202e Larsen\t\u3000MD', 'Anna Larsen MD', null),
  named('Script Writer', 'Script Writer', E.nameContent),
  named('', '', E.nameRequired),
  named('<>', '', E.nameCharacters),
  named('Anna Larsen '.repeat(200), 'Anna Larsen '.repeat(84).slice(0, 1000).trim(), E.nameTooLong),
  named(`  ${'a'.repeat(1000)}b`, 'a'.repeat(1000), E.nameTooLong),
  named('\u0958'.repeat(1000), '\u0915\u093c'.repeat(500), E.nameTooLong), // NFC makes two characters of each
  named('Jo', 'Jo', FLAGGED_BUYER_REASONS.nameMadeUp),
  named('Test User', 'Test User', FLAGGED_BUYER_REASONS.nameMadeUp),
  addressed(' Anna@Example.COM ', 'anna@example.com', null),
  addressed('\u2068anna\u200b@example.com\u2069', 'anna@example.com', null),
  addressed('anna@bücher.example', 'anna@bücher.example', E.emailFormat), // the website converts the domain
  addressed('test@example.com', 'test@example.com', FLAGGED_BUYER_REASONS.emailMadeUp),
  addressed('a@example.com', 'a@example.com', FLAGGED_BUYER_REASONS.emailMadeUp),
  addressed('Anna@TempMail.org', 'anna@tempmail.org', E.emailDomain),
  addressed('\u212aate@example.com', '\u212aate@example.com', E.emailFormat), // the Kelvin sign, which is no k
  addressed('no address', 'no address', E.emailFormat),
  addressed('Anna <Anna@example.com>', 'anna anna@example.com', E.emailFormat),
  addressed('anna@example.com\r\nBcc: x@example.com', 'anna@example.com bcc: x@example.com', E.emailFormat),
  addressed(`${'abcdef'.repeat(60)}@example.com`, 'abcdef'.repeat(43).slice(0, 254), E.emailTooLong),
  addressed('< Anna@example.com >', 'anna@example.com', E.emailFormat),
  addressed('', '', E.emailRequired),
  addressed('{}', '', E.emailFormat),
  {
    input: { name: 'R2D2', email: 'fake@guerrillamail.com' },
    outcome: { name: 'R2D2', email: 'fake@guerrillamail.com', flag: `${E.nameCharacters}; ${E.emailDomain}` },
  },
]
