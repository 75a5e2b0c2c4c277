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
  // Joiners in any other position, and other invisible characters, are removed, because two different names would look equal.
  { input: 'Ada\u200cLovelace', outcome: null },
  { input: 'Ada\u00ad\u200b\u2060\ufeff Lovelace', outcome: null },
  { input: '\u202aعلی\u200b\u202eرضا\u202c', outcome: null },
  { input: '\u200c', outcome: E.nameRequired },
  { input: '\u3164\ufeff', outcome: E.nameRequired },
  { input: 'scr\u200cipt', outcome: E.nameContent },
  // Names as keyboards and word processors write them.
  { input: 'Sinéad O‘Connor', outcome: null },
  { input: 'Sinéad O´Connor', outcome: null },
  { input: 'Sinéad O`Connor', outcome: null },
  { input: 'Sinéad O′Connor', outcome: null },
  { input: 'Kaʻiulani Oʼahu', outcome: null },
  { input: 'Anne\u2010Marie Saint\u2011Just', outcome: null },
  { input: 'Anne–Marie Saint−Just', outcome: null },
  { input: 'Gal·la Col‧lell', outcome: null },
  { input: 'ジャン・ピエール', outcome: null },
  { input: 'ｼﾞｬﾝ･ﾋﾟｴｰﾙ', outcome: null },
  { input: 'ג׳ורג׳ בן\u05beגוריון', outcome: null },
  { input: 'मो॰ रफ़ी', outcome: null },
  { input: '阿不都热西提·买买提', outcome: null },
  { input: 'Mongol ᠰᠠᠷ\u180eᠠ', outcome: null },
  { input: 'Ada\tLovelace\r\n', outcome: null },
  { input: 'Ada\u0007Lovelace', outcome: null },
  // Surnames that contain a word of the rules.
  { input: 'Edward Scripture', outcome: null },
  { input: 'Ada_Lovelace', outcome: E.nameCharacters },
  { input: 'ada@example.com', outcome: E.nameCharacters },
  { input: 'Ada, Countess', outcome: E.nameCharacters },
  { input: 'Ada\r\nBcc: everyone', outcome: E.nameCharacters },
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
  { input: 'Ada O’Script', outcome: E.nameContent },
  { input: 'onload Smith', outcome: E.nameContent },
  { input: 'Onerror Smith', outcome: E.nameContent },
]

/** Test vectors for validating e-mail addresses, in the form in which they reach the database. */
export const EMAIL_VECTORS: readonly ValidationVector[] = [
  { input: 'ada@example.com', outcome: null },
  { input: 'Ada.Lovelace@Example.COM', outcome: null },
  { input: '  ada@example.com ', outcome: null },
  { input: '\ufeff\u2068ada\u200b@exa\u00admple.com\u2069\r\n', outcome: null },
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
  { input: 'ädä@example.com', outcome: E.emailFormat },
  { input: '\u212aim@example.com', outcome: E.emailFormat }, // KELVIN SIGN, which folds to k
  { input: `${'abcdef'.repeat(40)}abc@example.com`, outcome: E.emailTooLong },
  { input: 'ada@tempmail.org', outcome: E.emailDomain },
  { input: 'ada@TempMail.org', outcome: E.emailDomain },
  { input: 'ada@10minutemail.com', outcome: E.emailDomain },
  { input: 'ada@guerrillamail.com', outcome: E.emailDomain },
  { input: 'ada@inbox.guerrillamail.com', outcome: E.emailDomain },
]

/** Test vectors for addresses that the website and the functions convert to ASCII before they reach the database, which accepts only ASCII. */
export const CONVERTED_EMAIL_VECTORS: readonly SanitisationVector[] = [
  { input: 'ada@bücher.example', outcome: 'ada@xn--bcher-kva.example' },
  { input: 'Ada@BÜCHER.Example', outcome: 'ada@xn--bcher-kva.example' },
  { input: 'ada@bu\u0308cher.example', outcome: 'ada@xn--bcher-kva.example' },
  { input: 'ada@xn--bcher-kva.example', outcome: 'ada@xn--bcher-kva.example' },
  { input: 'ada@пример.рф', outcome: 'ada@xn--e1afmkfd.xn--p1ai' },
  { input: 'ada@例え。テスト', outcome: 'ada@xn--r8jz45g.xn--zckzah' },
  { input: 'ada@نامه\u200cای.com', outcome: 'ada@xn--mgba3gch31f060k.com' },
  { input: 'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', outcome: 'ada@example.com' },
  { input: ' ada@b\u00adücher.example\u200b', outcome: 'ada@xn--bcher-kva.example' },
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

/** Test vectors for normalising names. */
export const NORMALISED_NAME_VECTORS: readonly SanitisationVector[] = [
  { input: ' Zoe\u0308\u00a0山田\u3000太郎 ', outcome: 'Zo\u00eb 山田 太郎' },
  { input: 'Ada \t\u2009\n Lovelace', outcome: 'Ada Lovelace' },
  {
    input: 'O‘Connor O‛Connor O’Connor O′Connor O´Connor O`Connor O＇Connor',
    outcome: `O${'’Connor O'.repeat(6)}’Connor`,
  },
  { input: "O'Connor", outcome: "O'Connor" },
  { input: 'Kaʻiulani Oʼahu', outcome: 'Kaʻiulani Oʼahu' },
  { input: 'A-B‐C‑D‒E–F—G―H−I－J', outcome: 'A-B-C-D-E-F-G-H-I-J' },
  { input: 'Gal·la Gal‧la Gal•la Gal\u0387la ｱ･ｲ', outcome: 'Gal·la Gal·la Gal·la Gal·la ｱ・ｲ' },
  { input: 'ג׳ורג׳ בן\u05beגוריון', outcome: 'ג׳ורג׳ בן\u05beגוריון' },
  { input: '\ufeffA\u00add\u034fa\u061c \u200eL\u2066o\u2069v\u{e0041}elace\u3164', outcome: 'Ada Lovelace' },
  { input: 'مهدی\u200cزاده', outcome: 'مهدی\u200cزاده' },
  { input: 'علی\u200c\u200cرضا', outcome: 'علی\u200cرضا' },
  { input: 'علی\u200c رضا\u200d', outcome: 'علی رضا' },
  { input: 'മോഹന്\u200d ദാസ്', outcome: 'മോഹന്\u200d ദാസ്' },
  { input: 'শরত্\u200d', outcome: 'শরত্\u200d' },
  {
    input: 'त्\u200d ত্\u200d ਤ੍\u200d ત્\u200d ତ୍\u200d த்\u200d త్\u200d ತ್\u200d ത്\u200d ත්\u200d',
    outcome: 'त्\u200d ত্\u200d ਤ੍\u200d ત્\u200d ତ୍\u200d த்\u200d త్\u200d ತ್\u200d ത്\u200d ත්\u200d',
  },
  { input: '王\u200d伟 Ada\u200cLovelace', outcome: '王伟 AdaLovelace' },
  { input: '葛\u{e0100}城', outcome: '葛\u{e0100}城' },
  { input: `${'\u03b1\u0313\u0300\u0345'.repeat(101)}`, outcome: `${'\u1f82'.repeat(100)}\u03b1` },
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
