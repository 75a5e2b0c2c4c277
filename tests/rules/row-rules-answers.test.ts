import { expect } from 'vitest'
import { readSqlError, readValue } from '../support/sql-session.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'

test(`answer_message refuses a writer who has not seen the newest answer, names its author and age, and repeats no answer_id`, async (db) => {
  await db.query(
    `insert into contact_messages (name, email, message) values ('Ada Lovelace', 'ada@example.com', 'Hello.')`,
  )
  const message = await readValue(db, '(select id from contact_messages)')
  const answer = (by: string, seen: number | null, id = crypto.randomUUID()) =>
    readValue(db, 'answer_message($1, $2, $3, $4, $5)', [message, id, 'Yes.', by, seen])
  const first = crypto.randomUUID()
  const mail = await answer('Ada', 0, first)
  expect(await answer('Ada', 0, first), 'a repeated request is not refused because of its own answer').toBe(mail)
  for (const [age, words] of [
    ['0 seconds', 'a minute'],
    ['119 minutes', '119 minutes'],
    ['120 minutes', '2 hours'],
    ['47 hours', '47 hours'],
    ['50 hours', '2 days'],
  ] as const) {
    await db.query('update contact_answers set created_at = now() - $1::interval', [age])
    expect(await readSqlError(answer('Grace', 0)), age).toEqual({
      code: 'PT409',
      message: `Ada answered this message ${words} ago: read that answer before you send yours.`,
    })
  }
  await answer('Grace', 1)
  expect(await readSqlError(answer('Bob', 1))).toMatchObject({ message: expect.stringMatching(/^Grace answered/) })
  await answer('Bob', null) // null, as from a program without the parameter, is not checked
  expect(await readValue(db, `(select count(*)::integer from mail_outbox where kind = 'message_answer')`)).toBe(3)
})
