/**
 * Test vectors for validating and sanitising sign-ups. Both implementations, the TypeScript schemas and the SQL functions of the database,
 * are tested against these tables. Every valid input also passes the bot screening.
 */
import { VALIDATION_ERRORS as E, SIGNUP_INSERT_ERRORS } from './errors.ts'

/** Test vector: an input, and the first validation message for it, or null when the input is valid. */
export type ValidationVector<Input = string> = { input: Input; outcome: string | null }

/** Test vector: a text, and its sanitised form. */
export type SanitisationVector = { input: string; outcome: string }

/** Test vectors for validating names, in the form in which they reach the database. */
export const NAME_VECTORS: readonly ValidationVector[] = [
  { input: 'Ada Lovelace', outcome: null },
  { input: "Sinéad O'Connor", outcome: null },
  { input: 'Sinéad O’Connor', outcome: null },
  { input: 'Jean-Luc Picard Jr.', outcome: null },
  { input: 'Ünal Çelik', outcome: null },
  { input: 'Zoe\u0308 Kravitz', outcome: null },
  // 100 letters with three combining marks each: the longest decomposed form of a valid name.
  { input: '\u03b1\u0313\u0300\u0345\u03b7\u0313\u0300\u0345'.repeat(50), outcome: null },
  { input: '\u03b1\u0313\u0300\u0345'.repeat(101), outcome: 'Name too long' },
  { input: `a${'\u0345'.repeat(300)}${'\u0334'.repeat(300)}`, outcome: 'Name too long' },
  { input: `${' '.repeat(900)}Ada Lovelace${' '.repeat(900)}`, outcome: null },
  { input: 'Владимир Набоков', outcome: null },
  { input: 'Νίκος Καζαντζάκης', outcome: null },
  { input: 'محمد صلاح', outcome: null },
  { input: 'अमृता प्रीतम', outcome: null },
  { input: '王伟', outcome: null },
  { input: '𠮷田 太郎', outcome: null },
  { input: '  Grace Hopper  ', outcome: null },
  // Names with zero-width joiners or non-joiners, in scripts that use them.
  { input: 'مهدی\u200cزاده', outcome: null },
  { input: 'علی\u200cرضا حسن\u200cپور', outcome: null },
  { input: 'ශ්\u200dරී ලංකා', outcome: null },
  { input: 'क्\u200dष', outcome: null },
  { input: 'র\u200c্যাব', outcome: null },
  { input: 'കൃഷ്ണന്\u200dറെ', outcome: null },
  { input: 'ᠮᠣᠩᠭ\u200dᠣᠯ', outcome: null },
  { input: 'Abcdefghij'.repeat(10), outcome: null },
  { input: '', outcome: E.nameRequired },
  { input: '   ', outcome: E.nameRequired },
  { input: `${'Abcdefghij'.repeat(10)}k`, outcome: E.nameTooLong },
  { input: `${'Abcdefghij'.repeat(10)}7`, outcome: E.nameTooLong },
  { input: 'R2D2', outcome: E.nameCharacters },
  // Names with a zero-width joiner in any other position are rejected: it is invisible there, so two different names would look equal.
  { input: 'Ada\u200cLovelace', outcome: E.nameCharacters },
  { input: 'Ada\u200dLovelace', outcome: E.nameCharacters },
  { input: 'scr\u200cipt', outcome: E.nameCharacters },
  { input: 'Ада\u200cАда', outcome: E.nameCharacters },
  { input: '王\u200d伟', outcome: E.nameCharacters },
  { input: '\u200cعلی', outcome: E.nameCharacters },
  { input: 'علی\u200c', outcome: E.nameCharacters },
  { input: 'علی\u200c رضا', outcome: E.nameCharacters },
  { input: 'علی\u200c\u200cرضا', outcome: E.nameCharacters },
  { input: 'علی\u200cAda', outcome: E.nameCharacters },
  { input: 'علی\u200bرضا', outcome: E.nameCharacters },
  { input: 'علی\u2060رضا', outcome: E.nameCharacters },
  { input: 'علی\u202eرضا', outcome: E.nameCharacters },
  { input: 'علی\ufeffرضا', outcome: E.nameCharacters },
  { input: '\u200c', outcome: E.nameCharacters },
  { input: 'Ada_Lovelace', outcome: E.nameCharacters },
  { input: 'ada@example.com', outcome: E.nameCharacters },
  { input: 'Ada, Countess', outcome: E.nameCharacters },
  { input: 'Ada\tLovelace', outcome: E.nameCharacters },
  { input: 'Ada\nLovelace', outcome: E.nameCharacters },
  { input: 'Ada\r\nBcc: everyone', outcome: E.nameCharacters },
  { input: 'Ada\u0007Lovelace', outcome: E.nameCharacters },
  { input: 'Ada 😀', outcome: E.nameCharacters },
  { input: '"Ada"', outcome: E.nameCharacters },
  { input: 'Ada; drop', outcome: E.nameCharacters },
  { input: '<b>Ada</b>', outcome: E.nameCharacters },
  { input: '{Ada}', outcome: E.nameCharacters },
  { input: 'javascript:alert', outcome: E.nameCharacters },
  { input: 'eval(Ada)', outcome: E.nameCharacters },
  { input: 'function(Ada)', outcome: E.nameCharacters },
  { input: 'Script Writer', outcome: E.nameContent },
  { input: 'Mary JavaScript', outcome: E.nameContent },
  { input: 'VBScript Jones', outcome: E.nameContent },
  { input: 'onload Smith', outcome: E.nameContent },
  { input: 'Onerror Smith', outcome: E.nameContent },
]

/** Test vectors for validating e-mail addresses, in the form in which they reach the database. */
export const EMAIL_VECTORS: readonly ValidationVector[] = [
  { input: 'ada@example.com', outcome: null },
  { input: 'Ada.Lovelace@Example.COM', outcome: null },
  { input: '  ada@example.com ', outcome: null },
  { input: 'ada+wedding@example.com', outcome: null },
  { input: "o'brien@example.org", outcome: null },
  { input: 'ada_l-1815@mail.example.co.uk', outcome: null },
  { input: 'ada@xn--bcher-kva.example', outcome: null },
  { input: 'ada@notempmail.org', outcome: null },
  { input: 'ada@tempmail.org.example', outcome: null },
  { input: `${'abcdef'.repeat(40)}ab@example.com`, outcome: null },
  { input: '', outcome: E.emailRequired },
  { input: '   ', outcome: E.emailRequired },
  { input: 'ada', outcome: E.emailFormat },
  { input: 'ada@', outcome: E.emailFormat },
  { input: '@example.com', outcome: E.emailFormat },
  { input: 'ada@example', outcome: E.emailFormat },
  { input: 'ada@example.c', outcome: E.emailFormat },
  { input: 'ada@127.0.0.1', outcome: E.emailFormat },
  { input: 'ada@-example.com', outcome: E.emailFormat },
  { input: 'ada@example..com', outcome: E.emailFormat },
  { input: 'ada@exa mple.com', outcome: E.emailFormat },
  { input: 'ada lovelace@example.com', outcome: E.emailFormat },
  { input: 'ada@@example.com', outcome: E.emailFormat },
  { input: '.ada@example.com', outcome: E.emailFormat },
  { input: 'ada.@example.com', outcome: E.emailFormat },
  { input: '"ada"@example.com', outcome: E.emailFormat },
  { input: 'Ada <ada@example.com>', outcome: E.emailFormat },
  { input: 'a{d}a@example.com', outcome: E.emailFormat },
  { input: 'ada@example.com,bob@example.com', outcome: E.emailFormat },
  { input: 'ada@example.com\r\nBcc: bob@example.com', outcome: E.emailFormat },
  { input: 'ada\u0007@example.com', outcome: E.emailFormat },
  { input: 'ädä@example.com', outcome: E.emailFormat },
  { input: `${'abcdef'.repeat(40)}abc@example.com`, outcome: E.emailTooLong },
  { input: 'ada@tempmail.org', outcome: E.emailDomain },
  { input: 'ada@TempMail.org', outcome: E.emailDomain },
  { input: 'ada@10minutemail.com', outcome: E.emailDomain },
  { input: 'ada@guerrillamail.com', outcome: E.emailDomain },
  { input: 'ada@inbox.guerrillamail.com', outcome: E.emailDomain },
]

/** The payment fields of a sign-up. */
export type PaymentFields = { is_paid: boolean; amount?: number; order_id?: string }

/** Test vectors for validating payment fields. Tests combine them with a valid name and e-mail address. */
export const PAYMENT_VECTORS: readonly ValidationVector<PaymentFields>[] = [
  { input: { is_paid: false }, outcome: null },
  { input: { is_paid: false, amount: 0, order_id: 'FREE-123456' }, outcome: null },
  { input: { is_paid: true, amount: 29, order_id: 'cs_a1b2c3' }, outcome: null },
  { input: { is_paid: true, amount: 0.5, order_id: 'cs_d4e5f6' }, outcome: null },
  { input: { is_paid: true, amount: 0, order_id: 'cs_a1b2c3' }, outcome: E.paymentAmount },
  { input: { is_paid: true, amount: -29, order_id: 'cs_a1b2c3' }, outcome: E.paymentAmount },
  { input: { is_paid: true, order_id: 'cs_a1b2c3' }, outcome: E.paymentAmount },
  { input: { is_paid: true }, outcome: E.paymentAmount },
  { input: { is_paid: true, amount: 29 }, outcome: SIGNUP_INSERT_ERRORS.missing },
]

/** Test vectors for sanitising names. */
export const SANITISED_NAME_VECTORS: readonly SanitisationVector[] = [
  { input: '  Ada Lovelace ', outcome: 'Ada Lovelace' },
  { input: '<b>Ada</b>', outcome: 'bAda/b' },
  { input: '{Ada}', outcome: 'Ada' },
  { input: 'javascript:Ada', outcome: 'Ada' },
  { input: 'JavaScript:VBScript:Ada', outcome: 'Ada' },
  { input: 'javajavascript:script:Ada', outcome: 'Ada' },
  { input: 'java<script:Ada', outcome: 'Ada' },
  { input: 'Ada onclick=alert', outcome: 'Ada alert' },
  { input: 'Ada ONLOAD = x', outcome: 'Ada  x' },
  { input: '< Ada >', outcome: 'Ada' },
  { input: `  ${'x'.repeat(1000)}`, outcome: 'x'.repeat(1000) },
  { input: `${'x'.repeat(999)} y`, outcome: 'x'.repeat(999) },
  { input: 'Zoe\u0308', outcome: 'Zo\u00eb' },
  { input: 'Ann on time', outcome: 'Ann on time' },
  { input: 'Abcdefghij'.repeat(101), outcome: 'Abcdefghij'.repeat(100) },
  { input: '', outcome: '' },
]

/** Test vectors for sanitising e-mail addresses. */
export const SANITISED_EMAIL_VECTORS: readonly SanitisationVector[] = [
  { input: '  Ada@Example.COM ', outcome: 'ada@example.com' },
  { input: '<ada@example.com>', outcome: 'ada@example.com' },
  { input: '{ada}@example.com', outcome: 'ada@example.com' },
  { input: 'a'.repeat(300), outcome: 'a'.repeat(254) },
  { input: '', outcome: '' },
]
