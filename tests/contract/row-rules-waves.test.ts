import { expect, test } from 'vitest'
import { TEST_ENGINES } from '../support/engines.ts'
import { openTestDatabase, type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

const SLOW = 180_000

async function value(db: SqlSession, expression: string): Promise<unknown> {
  const { rows } = await db.query(`select ${expression} as value`)
  return rows[0]?.['value']
}

async function signUp(db: SqlSession): Promise<void> {
  const { name, email } = createTestVisitor()
  await db.query('insert into early_access_users (name, email) values ($1, $2)', [name, email])
}

for (const engine of TEST_ENGINES) {
  test(
    `claim_mail takes welcome mails before older invitations, and invitations use at most half of mail_per_hour (${engine})`,
    async () => {
      await using db = await openTestDatabase(engine)
      await db.query(`update app_settings set value = '20' where key = 'mail_per_hour'`)
      await db.query(
        `insert into mail_outbox (kind, recipient, due_at) select 'wave_invitation', 'ada' || i || '@example.com', now() - interval '1 hour'
         from generate_series(1, 30) as i`,
      )
      expect(await value(db, `count_mail() ->> 'overdue_seconds'`), 'invitations that wait are not late').toBe('0')
      for (let i = 0; i < 3; i++) await signUp(db)
      const kinds = async (limit: number) =>
        (await db.query('select * from claim_mail($1, 60)', [limit])).rows.map(({ kind }) => String(kind)).toSorted()
      const times = (count: number, kind: string) => Array.from({ length: count }, () => kind)
      expect(await kinds(2)).toEqual(['welcome_free', 'welcome_free'])
      expect(await kinds(50)).toEqual([...times(7, 'wave_invitation'), 'welcome_free'])
      expect(await kinds(50), 'ten mails of the hour are left for others').toEqual([])
      const next = await value(db, '(select id from mail_outbox where leased_until is null limit 1)')
      expect((await db.query('select * from claim_mail_by_id($1, 60)', [next])).rows).toEqual([])
      for (let i = 0; i < 12; i++) await signUp(db)
      expect(await kinds(50), 'a tenth is kept for accounts').toEqual(times(8, 'welcome_free'))
      await db.query(`update app_settings set value = '41' where key = 'mail_per_hour'`)
      expect((await db.query('select * from claim_mail_by_id($1, 60)', [next])).rows).toMatchObject([{ id: next }])
      await db.query(`update app_settings set value = 'true' where key = 'mail_paused'`)
      expect(await kinds(50)).toEqual([])
    },
    SLOW,
  )

  test(
    `a sign-up has both invited_at and wave or neither, and its wave must exist and cannot be deleted (${engine})`,
    async () => {
      await using db = await openTestDatabase(engine)
      await signUp(db)
      await db.script(`insert into waves (name, selection, size) values ('first', '{"next": 5}', 5)`)
      const set = (changes: string) => db.query(`update early_access_users set ${changes}`)
      await expect(set(`invited_at = now()`)).rejects.toThrow('early_access_users_invited_check')
      await expect(set(`wave = 'first'`)).rejects.toThrow('early_access_users_invited_check')
      await expect(set(`invited_at = now(), wave = 'second'`)).rejects.toThrow('early_access_users_wave_fkey')
      await set(`invited_at = now(), wave = 'first'`)
      await expect(db.query('delete from waves')).rejects.toThrow('early_access_users_wave_fkey')
      await expect(db.query('update waves set invited = 6')).rejects.toThrow('waves_invited_check')
    },
    SLOW,
  )
}
