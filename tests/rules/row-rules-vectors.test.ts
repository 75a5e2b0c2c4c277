import { BUYER_TEST_VECTORS } from '@site/contract/buyer-vectors'
import { emailAddressSchema, normaliseAddress } from '@site/contract/email'
import { nameSchema, normaliseName } from '@site/contract/name'
import { isSuspiciousName } from '@site/contract/screening'
import { SCREENED_EMAIL_VECTORS, SCREENED_NAME_VECTORS, USER_AGENT_VECTORS } from '@site/contract/screening-vectors'
import { SURNAMES_WITH_A_WORD } from '@site/contract/surname-vectors'
import { findValidationError } from '@site/contract/validation-error'
import {
  CONVERTED_EMAIL_VECTORS,
  EMAIL_VECTORS,
  NAME_VECTORS,
  NORMALISED_NAME_VECTORS,
  PAYMENT_VECTORS,
  SANITISED_EMAIL_VECTORS,
  SANITISED_NAME_VECTORS,
} from '@site/contract/validation-vectors'
import { expect } from 'vitest'
import { listUnicodeLetterRanges } from '../../tools/checks/unicode-letters.ts'
import { type SqlSession } from '../support/sql-session.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'

/** Signs up as a visitor in a transaction that is rolled back. Returns code and message of the error, or null. */
async function signUp(db: SqlSession, row: Record<string, unknown>): Promise<{ code: string; message: string } | null> {
  const columns = Object.keys(row)
  await db.script('begin; set local role anon')
  try {
    await db.query(
      `insert into early_access_users (${columns}) values (${columns.map((_, i) => `$${i + 1}`)})`,
      Object.values(row),
    )
    return null
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { code: String(error.code), message: error.message }
    throw error
  } finally {
    await db.script('rollback')
  }
}

async function answers(db: SqlSession, expression: string, inputs: readonly string[]): Promise<unknown[]> {
  const { rows } = await db.query(
    `select array_to_json(array(select ${expression} from unnest($1::text[]) with ordinality as vector (input, place) order by place)) as answers`,
    [inputs],
  )
  return rows[0]?.['answers'] as unknown[]
}

test(`SQL validation and bot screening of names, emails and user agents give the same results as the TypeScript rules`, async (db) => {
  const rules = [
    ['private.tidy_name(input)', NORMALISED_NAME_VECTORS],
    ['private.name_fault(private.tidy_name(input))', NAME_VECTORS],
    ['private.email_fault(private.tidy_email(input))', EMAIL_VECTORS],
    [
      `case when private.is_suspicious_name(private.tidy_name(input)) then 'refused' else 'passes' end`,
      SCREENED_NAME_VECTORS,
    ],
    [
      `case when private.is_suspicious_email(private.tidy_email(input)) then 'refused' else 'passes' end`,
      SCREENED_EMAIL_VECTORS,
    ],
    [`case when private.is_suspicious_user_agent(input) then 'refused' else 'passes' end`, USER_AGENT_VECTORS],
  ] as const
  for (const [expression, vectors] of rules) {
    const outcomes = await answers(
      db,
      expression,
      vectors.map(({ input }) => input),
    )
    expect(vectors.map(({ input }, i) => ({ input, outcome: outcomes[i] }))).toEqual(vectors)
  }
  expect(
    await answers(
      db,
      `private.is_suspicious_name(input) or private.name_fault(input) is not null or private.is_suspicious_email(input || '@example.com')`,
      SURNAMES_WITH_A_WORD.map((surname) => `Ada ${surname}`),
    ),
  ).toEqual(SURNAMES_WITH_A_WORD.map(() => false))
  expect(
    await answers(
      db,
      `coalesce(private.email_fault(private.tidy_email(input)), private.tidy_email(input))`,
      CONVERTED_EMAIL_VECTORS.map(({ input }) => input),
    ),
    'the website and the functions convert these addresses; the database refuses them unconverted',
  ).toEqual(CONVERTED_EMAIL_VECTORS.map(({ input, outcome }) => (input === outcome ? outcome : 'Invalid email format')))
})

test(`SQL normalisation of names and email addresses truncates the result to 401 characters`, async (db) => {
  const flood = `  a${'\u0345'.repeat(4_000)}${'\u0334'.repeat(4_000)}`
  expect(await answers(db, 'char_length(private.tidy_name(input))', [flood])).toEqual([401])
  expect(await answers(db, 'char_length(private.tidy_email(input))', [flood])).toEqual([401])
})

test(`a sign-up with an invalid name, email or payment is rejected with its first validation message`, async (db) => {
  for (const { input, outcome } of NAME_VECTORS) {
    const refusal = await signUp(db, { name: input, email: 'grace.hopper@example.com' })
    const screened = refusal?.code === 'PT403' // the bot screening rejects a suspicious name before the validation runs
    if (!screened)
      expect({ input, refusal }).toMatchObject({ input, refusal: outcome && { code: '23514', message: outcome } })
  }
  for (const { input, outcome } of EMAIL_VECTORS) {
    const refusal = await signUp(db, { name: 'Grace Hopper', email: input })
    const screened = refusal?.code === 'PT403'
    if (!screened)
      expect({ input, refusal }).toMatchObject({ input, refusal: outcome && { code: '23514', message: outcome } })
  }
  for (const { input, outcome } of PAYMENT_VECTORS) {
    const refusal = await signUp(db, { name: 'Grace Hopper', email: 'grace.hopper@example.com', ...input })
    expect({ input, message: refusal?.message ?? null }).toEqual({ input, message: outcome })
  }
})

test(`a payment report is stored as typed and flagged by the same rules as in TypeScript`, async (db) => {
  for (const [place, { input, outcome }] of BUYER_TEST_VECTORS.entries()) {
    await db.script('begin; set local role anon')
    await db.query(
      'insert into early_access_users (name, email, is_paid, amount, order_id) values ($1, $2, true, 29, $3)',
      [input.name, input.email, `cs_${place}`],
    )
    await db.script('set local role none')
    const { rows } = await db.query(`
        select u.id, u.name, u.email, u.flag_reason as flag, u.payment_verified as verified,
          (select array_to_json(array_agg(m.kind || ' ' || m.recipient)) from mail_outbox m) as mails
        from early_access_users u`)
    await db.script('rollback')
    const email = outcome.email === '' ? `missing:${rows[0]?.['id']}` : outcome.email
    // The database mails only ASCII addresses; the website has converted others before.
    const isAscii = normaliseAddress(outcome.email) === outcome.email
    const canBeMailed = isAscii && findValidationError(emailAddressSchema, outcome.email) === null
    const mails = canBeMailed ? [`welcome_paid ${email}`] : null
    expect({ input, rows }).toEqual({
      input,
      rows: [{ id: rows[0]?.['id'], ...outcome, email, verified: false, mails }],
    })
  }
})

test(`SQL validation rejects a name or email address that sanitising would change, or stores it unchanged`, {
  tags: ['R5.14'],
}, async (db) => {
  for (const [column, vectors] of [
    ['name', SANITISED_NAME_VECTORS],
    ['email', SANITISED_EMAIL_VECTORS],
  ] as const) {
    const expression = `case when private.${column}_fault(private.tidy_${column}(input)) is null then private.tidy_${column}(input) end`
    const stored = await answers(
      db,
      expression,
      vectors.map(({ input }) => input),
    )
    vectors.forEach(({ input, outcome }, i) => {
      expect({ input, stored: stored[i] ?? outcome }).toEqual({ input, stored: outcome })
    })
  }
})

test(`private.letters() contains the code points that JavaScript treats as letters`, async (db) => {
  const ranges = listUnicodeLetterRanges()
    .map(([from, to]) => `[${from},${to})`)
    .join(',')
  const { rows } = await db.query(
    `select private.letters() = $1::int4multirange as same, private.letters() - $1::int4multirange as too_many,
       obj_description('private.letters()'::regprocedure) as comment`,
    [`{${ranges}}`],
  )
  const [found] = rows
  const madeFor = /Unicode (\d+)/.exec(String(found?.['comment']))?.[1]
  // The migration may lack letters only if Node.js supports a newer Unicode version than the one for which the migration was generated.
  expect(found?.['too_many']).toBe('{}')
  expect(found?.['same'] || Number(process.versions.unicode?.split('.')[0]) > Number(madeFor)).toBe(true)
})

test(`SQL and TypeScript rules agree on short names and zero-width joiners in every script`, async (db) => {
  const letters = lettersOfEveryScript()
  const outcomes = await answers(
    db,
    `json_build_array(
        private.is_suspicious_name(private.tidy_name(input)),
        private.is_suspicious_name(private.tidy_name(input || input)),
        private.name_fault(private.tidy_name(input || U&'\\200C' || input)),
        private.name_fault(private.tidy_name(input || U&'\\200D' || input))
      )`,
    letters,
  )
  const wanted = letters.map((letter) => [
    isSuspiciousName(normaliseName(letter)),
    isSuspiciousName(normaliseName(letter + letter)),
    findValidationError(nameSchema, `${letter}\u200c${letter}`)?.message ?? null,
    findValidationError(nameSchema, `${letter}\u200d${letter}`)?.message ?? null,
  ])
  expect(letters.flatMap((letter, i) => (same(outcomes[i], wanted[i]) ? [] : [{ letter, ...wanted[i] }]))).toEqual([])
})

/**
 * Returns the first and last letter of every range of letters, and the letters just before and at every code point that is a
 * multiple of sixteen, where Unicode blocks start.
 */
function lettersOfEveryScript(): string[] {
  const points = listUnicodeLetterRanges().flatMap(([from, to]) => {
    const inside = [from, to - 1]
    for (let block = Math.ceil(from / 16) * 16; block < Math.min(to, 0x20000); block += 16)
      inside.push(block, block - 1)
    return inside.filter((point) => point >= from)
  })
  return [...new Set(points)].map((point) => String.fromCodePoint(point))
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
