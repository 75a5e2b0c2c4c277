import { emailAddressSchema, normaliseAddress, signupEmailSchema } from '@site/contract/email'
import { nameSchema, normaliseName } from '@site/contract/name'
import { isSuspiciousEmail, isSuspiciousName } from '@site/contract/screening'
import { toAsciiLowerCase, toVisibleLine, truncateCharacters } from '@site/contract/text'
import { findValidationError } from '@site/contract/validation-error'
import { expect } from 'vitest'
import { type SqlSession } from '../support/sql-session.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'

// Names and addresses are normalised, validated and screened in TypeScript and in SQL. These tests compare both on generated texts.

const AT_ONCE = 4_000

const NAME_RULES = `private.tidy_name(name), private.name_fault(private.tidy_name(name)), private.is_suspicious_name(private.tidy_name(name))`
const EMAIL_RULES = `private.tidy_email(email), private.email_fault(private.tidy_email(email)), private.is_suspicious_email(private.tidy_email(email))`

type Texts = { name: string; email: string }

/** Returns the texts on which the SQL functions and the TypeScript functions differ, with both results. */
async function findDifferences(db: SqlSession, texts: readonly Texts[]): Promise<unknown[]> {
  const differences: unknown[] = []
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const some = texts.slice(from, from + AT_ONCE)
    const { rows } = await db.query(
      `select json_agg(json_build_array(${NAME_RULES}, ${EMAIL_RULES}) order by place) as results
       from unnest($1::text[], $2::text[]) with ordinality as input (name, email, place)`,
      [some.map(({ name }) => name), some.map(({ email }) => email)],
    )
    const found = rows[0]?.['results'] as unknown[]
    some.forEach((input, place) => {
      const [wanted, got] = [checkInTypeScript(input), found[place]]
      if (JSON.stringify(wanted) !== JSON.stringify(got)) differences.push({ input, wanted, got })
    })
  }
  return differences
}

function checkInTypeScript(input: Texts): unknown[] {
  const name = normaliseName(input.name)
  const line = toVisibleLine(input.email)
  const email = toAsciiLowerCase(truncateCharacters(line, 401))
  // The database does not convert an address to ASCII, and refuses it instead.
  const isConverted = normaliseAddress(line) !== line
  const fault = findValidationError(signupEmailSchema, line)?.message ?? null
  return [
    name,
    findValidationError(nameSchema, name)?.message ?? null,
    isSuspiciousName(name),
    email,
    isConverted ? 'Invalid email format' : fault,
    isSuspiciousEmail(email),
  ]
}

function isHanOrHangul(point: number): boolean {
  return (point >= 0x3400 && point < 0xa000) || (point >= 0xac00 && point < 0xd7a4)
}

/** Returns a function that returns pseudo-random integers from 0 to `below` - 1, the same in every run (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Pieces of names and addresses: words of the rules, letters of several scripts, marks, and every kind of separator and invisible character. */
const PIECES = [
  ...'test FAKE Spam bot script onload temp Ada o A aaaaa é e\u0301 ß İ ı \u212a ſ'.split(' '),
  ...'Ж ж Σ ς א م ه क \u094d ന \u0d4d শ \u09cd ස \u0dca ᠰ 王 ｱ Ａ 한 \u1112\u1161'.split(' '),
  ...'\u0301 \u0323 \u0345 \u{e0100} \u200c \u200d \u180e \u200b \u200e \u202e \u00ad \ufeff \u034f'.split(' '),
  ...[' ', '  ', '\t', '\n', '\r', '\u00a0', '\u2028', '\u3000', '\u0007', '\u000b', '\u0085'],
  ...`- \u2010 \u2011 – \u2212 ' ’ ‘ ´ \u0060 ′ ʻ · ‧ ・ ･ \u05be \u05f3 \u0970 . ．`.split(' '),
  ...'7 12345 @ @ ＠ @example.com @tempmail.org @bücher.example + .. _ < { , “ 💍 \u{1d173}'.split(' '),
]

test(`SQL and TypeScript normalise, validate and screen a name and an address with any character alike`, {
  tags: ['R5.7'],
}, async (db) => {
  // The Basic Multilingual Plane, of its two largest blocks every 64th character, and the tags and variation selectors. Another test
  // compares the letters of every plane.
  const points = Array.from({ length: 0xffff }, (_, place) => place + 1).filter(
    (point) => (point < 0xd800 || point > 0xdfff) && (!isHanOrHangul(point) || point % 64 === 0),
  )
  for (let point = 0xe0000; point <= 0xe0200; point++) points.push(point)
  const texts = points.map((point) => {
    const character = String.fromCodePoint(point)
    return { name: `Ada${character}bot`, email: `test${character}a@exam${character}ple.com` }
  })
  expect((await findDifferences(db, texts)).slice(0, 20)).toEqual([])
})

test(`SQL and TypeScript normalise, validate and screen generated names and addresses alike`, async (db) => {
  const random = createRandom(39)
  const write = (most: number) => Array.from({ length: 1 + random(most) }, () => PIECES[random(PIECES.length)]).join('')
  const texts = Array.from({ length: 12_000 }, (_, place) => ({
    name: write(place % 100 === 0 ? 300 : 7),
    email: random(2) === 0 ? write(7) : `${write(3)}@example.com`,
  }))
  expect((await findDifferences(db, texts)).slice(0, 20)).toEqual([])
  // The generator reaches every outcome.
  const names = new Set(texts.map(({ name }) => findValidationError(nameSchema, name)?.message ?? 'valid'))
  const emails = new Set(texts.map(({ email }) => findValidationError(emailAddressSchema, email)?.message ?? 'valid'))
  expect([names.size, emails.size]).toEqual([5, 3])
})
