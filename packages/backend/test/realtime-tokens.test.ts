import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../../../tests/support/backend-test.ts'
import {
  listChangedValues,
  openRealtimeSocket,
  parseDatabaseChange,
  type RawRealtimeSocket,
  signTestAccessToken,
  waitForCondition,
} from '../../../tests/support/realtime-socket.ts'
import { testWithSql } from '../../../tests/support/test-with-sql.ts'
import { FIXTURE } from './fixture.ts'
import { joinSeats, SEATS_SUBSCRIPTION, setSeats } from './seats.ts'

const SECRET = 'a-secret-that-is-only-used-in-this-test-file'
const WITH_SECRET = { ...FIXTURE, env: { SUPABASE_JWT_SECRET: SECRET } }
const test = createSharedBackendTest(WITH_SECRET)
const now = () => Math.floor(Date.now() / 1_000)

function tokenOf(sub: string, seconds = 600): string {
  return signTestAccessToken(SECRET, { sub, role: 'authenticated', aud: 'authenticated', exp: now() + seconds })
}

test('a Realtime channel loses no change while its access token is replaced', async (backend) => {
  await using socket = await openRealtimeSocket(backend)
  await joinSeats(socket, { postgres_changes: [SEATS_SUBSCRIPTION] }, { access_token: tokenOf(randomUUID()) })
  await setSeats(backend, 1)
  for (let n = 0; n < 5; n++) {
    socket.sendMessage('access_token', { access_token: tokenOf(randomUUID()) })
    await setSeats(backend, 10 + n)
  }
  await waitForCondition(() => listChangedValues(socket.frames).includes('14'), 'the last change')
  expect(listChangedValues(socket.frames)).toEqual(['1', '10', '11', '12', '13', '14'])
})

test('a Realtime channel is closed when its access token expires, and then receives no more changes', async (backend) => {
  await using socket = await openRealtimeSocket(backend)
  await joinSeats(socket, { postgres_changes: [SEATS_SUBSCRIPTION] }, { access_token: tokenOf(randomUUID(), 2) })
  expect(await socket.next(({ event }) => event === 'system')).toMatchObject({
    payload: { extension: 'system', status: 'error', message: 'Token has expired' },
  })
  await socket.next(({ event }) => event === 'phx_close')
  await setSeats(backend, 5)
  await setSeats(backend, 6)
  expect(listChangedValues(socket.frames)).toEqual([])
})

test('a Realtime join with a malformed, wrongly signed or expired token is rejected; a wrongly signed update closes the channel', async (backend) => {
  const other = signTestAccessToken('another-secret-of-some-32-characters', { role: 'service_role', exp: now() + 600 })
  const expired = tokenOf(randomUUID(), -600)
  const answers = { 'not a token': 'MalformedJWT', [other]: 'MalformedJWT', [expired]: 'InvalidJWTToken' }
  for (const [token, code] of Object.entries(answers)) {
    await using socket = await openRealtimeSocket(backend)
    socket.sendMessage(
      'phx_join',
      { config: { postgres_changes: [SEATS_SUBSCRIPTION] }, access_token: token },
      { ref: 'j' },
    )
    const { payload } = await socket.next(({ ref }) => ref === 'j')
    expect(payload).toMatchObject({ status: 'error', response: { reason: expect.stringMatching(`^${code}: `) } })
  }
  await using socket = await openRealtimeSocket(backend)
  await joinSeats(socket)
  socket.sendMessage('access_token', { access_token: other })
  await socket.next(({ event }) => event === 'phx_close')
})

test('a Realtime socket opened with a legacy JWT API key receives changes until the key expires and the socket is closed', async (backend) => {
  const anon = signTestAccessToken(SECRET, { role: 'anon', iss: 'supabase', exp: now() + 3 })
  await using socket = await openRealtimeSocket(backend, { apikey: anon })
  await joinSeats(socket)
  await setSeats(backend, 7)
  await waitForCondition(() => listChangedValues(socket.frames).includes('7'), 'a change')
  expect(await socket.closed).toEqual({ code: 1008, reason: 'The API key has expired' })
})

const NOTES = `
  create table public.notes (id int8 generated always as identity primary key, owner uuid, text text, secret text default 's', price numeric, at timestamptz default now());
  alter table public.notes enable row level security;
  revoke all on public.notes from anon, authenticated, service_role;
  grant select (id, owner, text, price, at) on public.notes to authenticated;
  grant all on public.notes to service_role;
  create policy own on public.notes for select to authenticated using (owner = auth.uid());
  alter publication supabase_realtime add table public.notes;
  select realtime.sync_publication();
`

testWithSql(
  'a Realtime subscriber receives only rows allowed by row-level security and columns it has the privilege to select',
  async (backend, sql) => {
    await sql(NOTES)
    const [mara, jonas] = [randomUUID(), randomUUID()]
    const request = { event: '*', schema: 'public', table: 'notes' }
    const listener = async (token: string): Promise<RawRealtimeSocket> => {
      const socket = await openRealtimeSocket(backend)
      await joinSeats(socket, { postgres_changes: [request] }, { access_token: token })
      return socket
    }
    await using hers = await listener(tokenOf(mara))
    await using his = await listener(tokenOf(jonas))
    await using visitor = await openRealtimeSocket(backend)
    expect((await joinSeats(visitor, { postgres_changes: [request] })).payload).toMatchObject({
      status: 'error',
    })

    const long = 'x'.repeat(20_000)
    await sql(
      `insert into public.notes (owner, text, price) values ('${mara}', 'hers', 1.5), ('${jonas}', 'his', 2.5), (null, 'nobodys', 3)`,
    )
    await sql(`update public.notes set text = '${long}' where owner = '${mara}'`)
    await sql(`update public.notes set owner = '${mara}' where owner is null`)
    await sql(`delete from public.notes where owner = '${jonas}'`)
    await waitForCondition(
      () => hers.frames.at(-1)?.event === 'postgres_changes' && changes(hers).at(-1)?.type === 'DELETE',
      'the last change',
    )

    await waitForCondition(() => changes(his).length === 2, 'the last change of his')

    expect(changes(hers).map(({ type, record }) => [type, record?.['text']])).toEqual([
      ['INSERT', 'hers'],
      ['UPDATE', long],
      ['UPDATE', 'nobodys'],
      ['DELETE', undefined],
    ])
    expect(Object.keys(changes(hers)[0]?.record ?? {}).toSorted()).toEqual(['at', 'id', 'owner', 'price', 'text'])
    expect(changes(his).map(({ type }) => type)).toEqual(['INSERT', 'DELETE'])
    expect(changes(hers).at(-1)?.old_record).toEqual({ id: 2 })
    expect(JSON.stringify([hers.frames, his.frames])).not.toContain('secret')

    // A revoked privilege takes effect immediately, although the server caches privileges.
    await sql('revoke select (text) on public.notes from authenticated')
    await sql(`update public.notes set price = 9 where owner = '${mara}' and text = 'nobodys'`)
    await waitForCondition(() => changes(hers).length === 5, 'the change without the column')
    expect(changes(hers).at(-1)?.record).not.toHaveProperty('text')
  },
  WITH_SECRET,
)

testWithSql(
  'an RLS policy that throws for one Realtime subscriber does not block changes for others',
  async (backend, sql) => {
    await sql(`
    create table public.tasks (id int primary key, team int);
    alter table public.tasks enable row level security;
    grant select on public.tasks to authenticated;
    create table public.members (team int primary key);
    insert into public.members values (7);
    grant select on public.members to authenticated;
    create policy team on public.tasks for select to authenticated using (
      team = (auth.jwt() ->> 'team')::int and exists (select from public.members m where m.team = tasks.team)
    );
    create policy never on public.tasks as restrictive for select to authenticated using (id < 100);
    alter publication supabase_realtime add table public.tasks;
    select realtime.sync_publication();
  `)
    const claims = { role: 'authenticated', aud: 'authenticated', exp: now() + 600 }
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'tasks' }] }
    await using broken = await openRealtimeSocket(backend)
    await joinSeats(broken, config, {
      access_token: signTestAccessToken(SECRET, { ...claims, sub: randomUUID(), team: 'no number' }),
    })
    await using fine = await openRealtimeSocket(backend)
    await joinSeats(fine, config, {
      access_token: signTestAccessToken(SECRET, { ...claims, sub: randomUUID(), team: 7 }),
    })
    await sql('insert into public.tasks values (100, 7), (2, 8), (1, 7)')
    await waitForCondition(() => changes(fine).length === 1, 'the change')
    expect(changes(fine)[0]?.record).toEqual({ id: 1, team: 7 })
    expect(changes(broken)).toEqual([])
  },
  WITH_SECRET,
)

function changes(socket: RawRealtimeSocket) {
  return socket.frames
    .filter(({ event }) => event === 'postgres_changes')
    .map(({ payload }) => parseDatabaseChange(payload).data)
}
