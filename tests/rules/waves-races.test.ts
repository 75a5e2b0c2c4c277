import { Client } from 'pg'
import { expect } from 'vitest'
import { createSharedBackendTest, testOnBackend } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testWithSql } from '../support/test-with-sql.ts'
import { runAdminJson, runAdminOnBackend } from './admin-run.ts'
import {
  expectOneInvitationEach,
  prepareWavePeople,
  readInvitationRecipients,
  readInvitedPeople,
  readSpots,
} from './wave-people.ts'

const test = createSharedBackendTest()

/** Calls send_wave in batches of three until a batch invites nobody. Returns the number of people that these calls invited. */
async function sendInSmallBatches(backend: TestBackend, wave: string, selection: object): Promise<number> {
  const operator = backend.secretClient()
  for (let invited = 0; ; ) {
    const { data, error } = await operator.rpc('send_wave', { wave, selection, most: 3 })
    expect(error).toBeNull()
    if (data.invited === 0) return invited
    invited += data.invited
  }
}

test('operators who send waves at once, while visitors sign up, invite nobody twice and take no more spots than there are', async (backend) => {
  const people = await prepareWavePeople(backend, { count: 60, spots: 40 })
  const list = { emails: people.slice(20, 50).map(({ email }) => email) }
  const signUps = Promise.all(
    Array.from({ length: 10 }, async () => {
      const { status } = await backend.client().from('early_access_users').insert(createTestVisitor())
      return status
    }),
  )
  const counts = await Promise.all([
    sendInSmallBatches(backend, 'one', { next: 30 }),
    sendInSmallBatches(backend, 'two', { next: 30 }),
    sendInSmallBatches(backend, 'two', { next: 30 }),
    sendInSmallBatches(backend, 'three', list),
    runAdminJson(backend, ['waves', 'send', '--wave', 'four', '--next', '25', '--yes'])
      .catch(() => ({ invited: 0 })) // the command is refused when the other waves have already taken all spots
      .then(({ invited }) => invited),
  ])
  expect(await signUps).toEqual(Array.from({ length: 10 }, () => 201))
  const invited = counts.reduce((sum, count) => sum + count, 0)
  expect(await expectOneInvitationEach(backend)).toBe(invited)
  // The ten sign-ups took at most ten of the 40 spots, because sign-ups are accepted without a spot too. The waves took the others.
  expect(await readSpots(backend)).toBe(0)
  expect(invited).toBeGreaterThanOrEqual(30)
  expect(invited).toBeLessThanOrEqual(40)
  const listed = await runAdminJson(backend, ['waves', 'list'])
  const byWave = Object.groupBy(await readInvitedPeople(backend), ({ wave }) => wave ?? '')
  for (const { wave, size, invited: noted } of listed) {
    expect([wave, noted]).toEqual([wave, byWave[wave]?.length ?? 0])
    expect(noted).toBeLessThanOrEqual(size)
  }
})

test('commands that send the same wave at once succeed, and invite its 12 people once', async (backend) => {
  await prepareWavePeople(backend, { count: 30, spots: 25 })
  const send = () => runAdminOnBackend(backend, ['waves', 'send', '--wave', 'same', '--next', '12', '--yes'])
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ code, err }) => [code, err])).toEqual(answers.map(() => [0, '']))
  expect([await expectOneInvitationEach(backend), await readSpots(backend)]).toEqual([12, 13])
})

test('an erasure while waves are sent leaves neither the sign-up nor the invitation', async (backend) => {
  const people = await prepareWavePeople(backend, { count: 40, spots: 40 })
  const erased = people.filter((_, index) => index % 3 === 0).map(({ email }) => email)
  const operator = backend.secretClient()
  const [, ...errors] = await Promise.all([
    sendInSmallBatches(backend, 'while-erasing', { next: 40 }),
    ...erased.map(async (email) => (await operator.rpc('erase_person', { email })).error),
  ])
  expect(errors).toEqual(erased.map(() => null))
  await expectOneInvitationEach(backend)
  const left = [
    ...(await readInvitationRecipients(backend)),
    ...(await readInvitedPeople(backend)).map(({ email }) => email),
  ]
  expect(left.filter((email) => erased.includes(email))).toEqual([])
})

for (const erasure of [
  (email: string) => `select public.erase_person('${email}')`,
  (email: string) => `select public.erase_again(jsonb_build_array(jsonb_build_object(
    'hash', encode(private.person_hash('${email}'), 'hex'), 'erased_at', now() + interval '1 minute')))`,
]) {
  testWithSql(
    `an erasure by ${/erase_\w+/.exec(erasure(''))?.[0]} that waits for the transaction of a wave deletes the mail that the wave queued`,
    async (backend, sql) => {
      const [person, other] = await prepareWavePeople(backend, { count: 2, spots: 5 })
      const wave = new Client({ connectionString: backend.databaseUrl })
      await wave.connect()
      await wave.query('begin')
      await wave.query(`select public.send_wave('slow', '{"next": 2}', 10)`)
      const erased = sql(erasure(person?.email ?? ''))
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await sql(waits)).length).toBe(1)
      await wave.query('commit')
      await wave.end()
      await erased
      expect(await readInvitationRecipients(backend)).toEqual([other?.email])
      expect((await readInvitedPeople(backend)).map(({ email }) => email)).toEqual([other?.email])
    },
  )
}

testOnBackend(
  'a wave that was interrupted by a killed server can be completed after the restart, and invites nobody twice',
  async (backend) => {
    await prepareWavePeople(backend, { count: 950, spots: 900 })
    const send = () => runAdminOnBackend(backend, ['waves', 'send', '--wave', 'killed', '--next', '950', '--yes'])
    const interrupted = send()
    // Kills the server after the first batch is stored, while the command sends further batches.
    while ((await readSpots(backend)) === 900);
    await backend.kill()
    expect(await interrupted).toMatchObject({ code: 1, err: expect.stringContaining('invites nobody twice') })
    await backend.start()
    const before = await expectOneInvitationEach(backend)
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(900)
    expect(await readSpots(backend)).toBe(900 - before)
    expect((await send()).out).toContain(`Invited ${900 - before} people in the wave killed. Spots left: 0.`)
    expect([await expectOneInvitationEach(backend), await readSpots(backend)]).toEqual([900, 0])
  },
)
