import { expect, test } from 'vitest'
import { runSql } from '../../../tests/support/postgres.ts'
import { startBackend } from '../../../tests/support/start-backend.ts'
import { FIXTURE } from './fixture.ts'

// The site's publication contains only one table. These tests add further tables to it while the server runs, which needs direct
// SQL and so runs on PostgreSQL only.

test('a table added to the publication at run time sends its changes to new subscriptions to that table and to all tables', async () => {
  await using backend = await startBackend(FIXTURE)
  const sql = (statement: string) => runSql(backend.databaseUrl, statement)
  const subscribe = async (client: ReturnType<typeof backend.secretClient>, name: string, table = name) => {
    const changes: unknown[] = []
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    client
      .channel(`of ${name}`)
      .on('postgres_changes', { event: '*', schema: 'public', table }, ({ new: row }) => changes.push(row))
      .on('system', {}, ({ status, message }) => (status === 'ok' ? resolve() : reject(new Error(message))))
      .subscribe()
    await promise
    return changes
  }
  const client = backend.secretClient()
  try {
    for (const [name, watched] of [
      ['albums', 'albums'],
      ['frames', '*'],
      ['prints', '*'], // a moment after another subscription to all tables
    ] as const) {
      await sql(`create table public.${name} (id int primary key); grant select on public.${name} to service_role;`)
      await sql(`alter publication supabase_realtime add table public.${name}`)
      const changes = await subscribe(client, name, watched)
      await sql(`insert into public.${name} values (1)`)
      await expect.poll(() => changes).toEqual([{ id: 1 }])
    }

    await sql('create table public.hidden (id int primary key); grant select on public.hidden to service_role;')
    await expect(subscribe(client, 'hidden')).rejects.toThrow(/Unable to subscribe to changes with given parameters/)
  } finally {
    await client.removeAllChannels()
  }
})
