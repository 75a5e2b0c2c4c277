import { join } from 'node:path'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminJson } from './admin-run.ts'
import { prepareWavePeople, readInvitedPeople, readSpots, runWaves, writeWaveList } from './wave-people.ts'

const test = createSharedBackendTest()

test('waves leave out flagged, verified, unreachable and erased people, and --status and --since choose among the others', async (backend) => {
  await prepareWavePeople(backend, { count: 0, spots: 50 })
  const operator = backend.secretClient()
  const old = '2026-01-01T12:00:00Z'
  const paid = { is_paid: true, amount: 29 }
  const [free, early, reported, verified, flagged, bounced, erased] = Array.from({ length: 7 }, createTestVisitor)
  const rows = [
    { ...free },
    { ...early, created_at: old },
    { ...reported, ...paid, order_id: 'wave-1' },
    { ...verified, ...paid, order_id: 'wave-2', payment_verified: true },
    { ...flagged, ...paid, order_id: 'wave-3', name: 'Anna Larsen, MD' },
    { ...bounced },
  ]
  for (const row of rows) expect((await operator.from('early_access_users').insert(row)).error).toBeNull()
  const giveUp = (person: { email: string } | undefined, fault: string) =>
    operator
      .from('mail_outbox')
      .update({ gave_up_at: old, fault })
      .eq('recipient', person?.email ?? '')
  await giveUp(bounced, 'address')
  // A mail that was given up for another reason, such as a long outage of the mail server, leaves nobody out.
  await giveUp(free, 'server')
  await giveUp(early, 'recipient')
  // As after restoring a backup from before the erasure.
  await operator.rpc('erase_person', { email: erased?.email })
  await operator.from('early_access_users').insert({ ...erased, created_at: old })

  const emails = async (...args: string[]) => {
    const { first } = await runAdminJson(backend, ['waves', 'plan', '--next', '50', ...args])
    return first.map(({ email }: { email: string }) => email).toSorted()
  }
  const sorted = (...people: ({ email: string } | undefined)[]) =>
    people.map((person) => person?.email ?? '').toSorted()
  expect(await emails()).toEqual(sorted(free, early, reported))
  expect(await emails('--status', 'free')).toEqual(sorted(free, early))
  expect(await emails('--status', 'paid')).toEqual(sorted(reported))
  expect(await emails('--status', 'verified')).toEqual(sorted(verified))
  expect(await emails('--status', 'flagged')).toEqual(sorted(flagged))
  expect(await emails('--since', '2026-02-01')).toEqual(sorted(free, reported))
  expect(await emails('--until', '2026-02-01')).toEqual(sorted(early))
  const plan = await runAdminJson(backend, ['waves', 'plan', '--next', '50'])
  expect(plan.left_out).toEqual({ invited: 0, flagged: 1, verified: 1, unreachable: 1, erased: 1 })
  const everybody = await writeWaveList(
    backend,
    [...rows, { ...erased }].map(({ email }) => String(email)),
  )
  expect((await runWaves(backend, 'send', '--wave', 'all', '--list', everybody, '--yes')).code).toBe(0)
  const invited = (await readInvitedPeople(backend)).map(({ email }) => email).toSorted()
  expect(invited).toEqual(sorted(free, early, reported, verified, flagged))
})

test('wrong options of waves are refused with a sentence that names them, and nobody is invited', async (backend) => {
  await prepareWavePeople(backend, { count: 2, spots: 5 })
  const missing = join(backend.dataDir, 'missing.txt')
  const wrong = await writeWaveList(backend, ['ada@example.com', 'not an address'])
  for (const [args, code, sentence] of [
    [['plan'], 2, 'Say whom to invite: --next N, or --list FILE.'],
    [['plan', '--next', 'all'], 2, '--next must be a whole number from 1 to 10000, and "all" is not.'],
    [
      ['plan', '--next', '2', '--status', 'new'],
      2,
      '--status must be free, paid, verified or flagged, and "new" is not.',
    ],
    [['plan', '--next', '2', '--since', 'May'], 2, '--since must be a day'],
    [['plan', '--next', '2', '--until', 'May'], 2, '--until must be a day'],
    [['plan', '--since', '2026-03-05'], 2, '--since needs --next N'],
    [['plan', '--next', '2', '--wave', 'Spring!'], 2, '--wave must be 1 to 40 lower-case letters'],
    [['plan', '--next', '2', '--yes'], 2, "Unknown option '--yes'"],
    [['plan', 'spring'], 2, 'waves plan does not take the argument "spring".'],
    [['send', '--next', '2', '--yes'], 2, 'Name the wave: --wave NAME.'],
    [['send', '--wave', 'unknown', '--yes'], 2, 'Say whom to invite'],
    [['send', '--wave', '', '--next', '2', '--yes'], 2, '--wave must be'],
    [['send', '--wave', 'spring', '--next', '2', '--list', wrong, '--yes'], 2, '--list and --next cannot be combined.'],
    [['send', '--wave', 'spring', '--list', missing, '--yes'], 1, `${missing}: no such file or folder.`],
    [['send', '--wave', 'spring', '--list', wrong, '--yes'], 1, `${wrong}, line 2: "not an address" is not an email`],
    [['send', '--wave', 'spring', '--list', backend.dataDir, '--yes'], 1, 'that is a folder.'],
  ] as const) {
    const answer = await runWaves(backend, ...args)
    expect(answer, args.join(' ')).toMatchObject({ code, out: '', err: expect.stringContaining(sentence) })
  }
  const operator = backend.secretClient()
  for (const [selection, sentence] of [
    [null, 'The selection must be an object.'],
    [{}, 'The selection needs either next or emails.'],
    [{ next: 1, emails: ['a@b.example'] }, 'The selection needs either next or emails.'],
    [{ next: 0 }, 'next must be a whole number from 1 to 10000.'],
    [{ next: 10_001 }, 'next must be a whole number from 1 to 10000.'],
    [{ next: '2; drop table waves' }, 'next must be a whole number from 1 to 10000.'],
    [{ next: 1, status: 'vip' }, 'status must be free, paid, verified or flagged.'],
    [{ next: 1, since: 'May' }, 'since must be a time such as 2026-03-05T00:00:00Z.'],
    [{ next: 1, until: 'infinity' }, 'until must be a time such as 2026-03-05T00:00:00Z.'],
    [{ next: 1, since: '2026-03-05', until: '2026-03-05' }, 'since must be before until.'],
    [{ next: 1, order: 'name' }, 'order is not a field of the selection.'],
    [{ emails: [] }, 'emails must be a list of 1 to 4000 addresses.'],
    [{ emails: [1] }, 'emails must be a list of 1 to 4000 addresses.'],
    [{ emails: ['a@b.example'], status: 'free' }, 'emails cannot be combined with status, since or until.'],
  ] as const) {
    for (const name of ['plan_wave', 'send_wave']) {
      const args = { wave: 'spring', selection, ...(name === 'send_wave' ? { most: 10 } : {}) }
      const { error } = await operator.rpc(name, args)
      expect([name, error?.code, error?.message]).toEqual([name, '22023', sentence])
    }
  }
  for (const [changes, sentence] of [
    [{ wave: null }, 'wave is missing.'],
    [{ wave: 'Spring' }, 'wave must be 1 to 40 lower-case letters, digits and hyphens.'],
    [{ most: 0 }, 'most must be a whole number from 1 to 500.'],
    [{ most: 501 }, 'most must be a whole number from 1 to 500.'],
  ]) {
    const { error } = await operator.rpc('send_wave', {
      wave: 'spring',
      selection: { next: 1 },
      most: 1,
      ...Object(changes),
    })
    expect(error?.message).toBe(sentence)
  }
  expect([await readInvitedPeople(backend), await readSpots(backend)]).toEqual([[], 5])
})
