import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestRateLimits } from '../../test/test-rate-limits.ts'
import { recordAuditEvent } from './audit.ts'

const actor = { id: '7c9f1d52-3b1e-4a55-9a52-0f2d5f7b9a10', is_sso_user: false }

test('events of one account do not wait for each other when its log is full, and the log keeps its 1000 newest entries', async () => {
  const { auth, close } = await createTestRateLimits()
  const { db } = auth
  await sql`
    insert into auth.audit_log_entries (payload, created_at)
    select jsonb_build_object('actor_id', ${actor.id}::text), now() - make_interval(secs => n) from generate_series(1, 1005) n`.execute(
    db.kysely,
  )
  await db.transaction(async (first) => {
    await recordAuditEvent(first, 'login', actor)
    // If this waited for a row of the first transaction, PostgreSQL would end it by lock_timeout.
    await db.transaction((second) => recordAuditEvent(second, 'logout', actor))
  })
  await db.transaction((third) => recordAuditEvent(third, 'login', actor))
  const { rows } = await sql`select count(*)::int as entries from auth.audit_log_entries`.execute(db.kysely)
  expect(rows).toEqual([{ entries: 1_000 }])
  await close()
})
