import { join } from 'node:path'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expectOutcome, runAdminJson, runAdminOnBackend } from './admin-run.ts'
import {
  expectOneInvitationEach,
  prepareWavePeople,
  readInvitationRecipients,
  readInvitedPeople,
  readSpots,
  runWaves,
  writeWaveList,
} from './wave-people.ts'

const test = createSharedBackendTest()

test('waves plan and waves send without --yes show the number and the first ten people of a wave, and invite nobody', async (backend) => {
  const people = await prepareWavePeople(backend, { count: 14, spots: 40 })
  const plan = await runAdminJson(backend, ['waves', 'plan', '--next', '12'])
  expect(plan).toMatchObject({ wave: null, would_invite: 12, spots: 40, eligible: 14 })
  expect(plan.first.map(({ email }: { email: string }) => email)).toEqual(people.slice(0, 10).map(({ email }) => email))
  const preview = await runWaves(backend, 'send', '--wave', 'preview', '--next', '12')
  expect(preview).toMatchObject({ code: 3, err: '' })
  expect(preview.out).toContain('The wave preview would invite 12 people. 28 spots would be left of 40.')
  for (const { name, email } of people.slice(0, 10)) expect(preview.out).toMatch(new RegExp(`  ${email} +${name}\n`))
  expect(preview.out).toContain('and 2 more')
  expect(preview.out).not.toContain(people[10]?.email)
  expect(preview.out).toContain('Nothing has been done yet.')
  expect([await readInvitedPeople(backend), await readInvitationRecipients(backend)]).toEqual([[], []])
  expect([await readSpots(backend), await runAdminJson(backend, ['waves', 'list'])]).toEqual([40, []])
})

test('waves send invites the next people in the order of sign-up, takes a spot for each, and mails each once', async (backend) => {
  const people = await prepareWavePeople(backend, { count: 5, spots: 9 })
  const sent = await runWaves(backend, 'send', '--wave', 'order', '--next', '3', '--yes')
  expect(sent).toMatchObject({ code: 0, err: '' })
  expect(sent.out).toContain('Invited 3 people in the wave order. Spots left: 6.')
  expect((await readInvitedPeople(backend)).map(({ email, wave }) => [email, wave])).toEqual(
    people.slice(0, 3).map(({ email }) => [email, 'order']),
  )
  expect(await expectOneInvitationEach(backend)).toBe(3)
  expect(await readSpots(backend)).toBe(6)
  const [change] = await runAdminJson(backend, ['spots', 'history'])
  expect(change).toMatchObject({ old_value: '9', new_value: '6', reason: 'Wave order' })

  expect(await runAdminJson(backend, ['waves', 'list'])).toMatchObject([
    { wave: 'order', size: 3, invited: 3, sent: 0, waiting: 3, given_up: 0, erased: 0 },
  ])
  const listed = await runAdminJson(backend, ['signups', 'list', '--wave', 'order'])
  expect(listed).toMatchObject([{ wave: 'order', invited_at: expect.any(String) }, {}, {}])
  expect((await runAdminOnBackend(backend, ['signups', 'list', '--wave', 'order'])).out).toMatch(/Wave\n[^]* order\n/)
  expect((await runAdminOnBackend(backend, ['signups', 'export'])).out).toContain(',order,')
  const copy = await runAdminJson(backend, ['privacy', 'export', people[0]?.email ?? ''])
  expect(copy).toMatchObject({ signups: [{ wave: 'order' }], mails: [{ kind: 'wave_invitation' }] })

  await runAdminOnBackend(backend, ['mail', 'pause', '--off'])
  const [mail] = await waitForMails(backend, people[0]?.email ?? '')
  expect(mail).toMatchObject({ subject: expect.stringMatching(/^Your spot in .+ early access$/) })
  const progress = async () => (await runAdminJson(backend, ['waves', 'list']))[0]
  await expect.poll(progress).toMatchObject({ sent: 3, waiting: 0 })
  expect((await backend.secretClient().rpc('erase_person', { email: people[0]?.email })).error).toBeNull()
  expect(await progress()).toMatchObject({ invited: 3, sent: 2, erased: 1 })
})

test('sending a wave again invites nobody twice, also after an erasure, and refuses another selection under its name', async (backend) => {
  const people = await prepareWavePeople(backend, { count: 6, spots: 20 })
  const send = ['send', '--wave', 'again', '--next', '3', '--yes']
  expect((await runWaves(backend, ...send)).code).toBe(0)
  for (const again of [send, ['send', '--wave', 'again', '--yes'], ['send', '--wave', 'again']]) {
    expect(await runWaves(backend, ...again)).toMatchObject({
      code: 0,
      out: 'The wave again is complete: it invited 3 people. Nobody was invited now.\n',
    })
  }
  expect((await backend.secretClient().rpc('erase_person', { email: people[0]?.email })).error).toBeNull()
  expect(await runAdminJson(backend, ['waves', ...send])).toMatchObject({ invited: 0, total: 3 })
  for (const other of [
    ['--next', '4'],
    ['--next', '3', '--status', 'free'],
    ['--list', await writeWaveList(backend, [people[5]?.email ?? ''])],
  ]) {
    expect(await runWaves(backend, 'send', '--wave', 'again', ...other, '--yes')).toMatchObject({
      code: 1,
      err: 'The wave again was started with another selection. Use the same one again, or another name.\n',
    })
  }
  expect([await expectOneInvitationEach(backend), await readSpots(backend)]).toEqual([2, 17])
})

test('a wave invites no more people than there are spots, and goes on once spots were added', async (backend) => {
  await prepareWavePeople(backend, { count: 8, spots: 3 })
  const send = ['send', '--wave', 'bound', '--next', '7', '--yes']
  expect((await runWaves(backend, 'plan', '--next', '7')).out).toContain(
    'Only 3 of 7, because there are no more spots.',
  )
  const first = await runWaves(backend, ...send)
  expect(first.out).toContain('Invited 3 people in the wave bound. Spots left: 0.')
  expect(first.out).toContain('Only 3 of 7, because there are no more spots.')
  expect(await runWaves(backend, ...send)).toMatchObject({
    code: 1,
    err: 'There are no spots left, so nobody was invited.\nAdd some with: spots set N --reason "…"\n',
  })
  expect([await expectOneInvitationEach(backend), await readSpots(backend)]).toEqual([3, 0])
  await runAdminOnBackend(backend, ['spots', 'set', '10', '--reason', 'more room'])
  // The selection of a wave is stored, so it need not be repeated.
  const rest = await runWaves(backend, 'send', '--wave', 'bound', '--yes')
  expect(rest.out).toContain('Invited 4 people in the wave bound. Spots left: 6.')
  expect(await expectOneInvitationEach(backend)).toBe(7)
  const last = await runWaves(backend, 'send', '--wave', 'more', '--next', '7', '--yes')
  expect(last.out).toContain('Only 1 of 7, because nobody else can be invited.')
  expect((await runWaves(backend, 'send', '--wave', 'more', '--next', '7', '--yes')).out).toContain('is complete')
  expect(await runWaves(backend, 'send', '--wave', 'nobody', '--next', '1', '--yes')).toMatchObject({
    code: 1,
    err: 'Nobody can be invited.\nLeft out: 8 invited before.\n',
  })
})

test('a list invites its addresses once; unknown, repeated and invited ones are reported, and the list is needed again to go on', async (backend) => {
  const people = await prepareWavePeople(backend, { count: 5, spots: 3 })
  const [first, second, third, fourth] = people.map(({ email }) => email)
  await runWaves(backend, 'send', '--wave', 'before', '--next', '1', '--yes')
  const stranger = createTestVisitor().email
  const list = await writeWaveList(
    backend,
    ['# friends', fourth, second?.toUpperCase(), '', fourth, stranger, first, third].map(String),
  )
  const plan = await runWaves(backend, 'plan', '--list', list)
  expect(plan.out).toContain('The wave would invite 2 people. 0 spots would be left of 2.')
  for (const part of [
    'Only 2 of 3, because there are no more spots.',
    'Left out: 1 invited before.',
    `Not signed up: 1 of the list: ${stranger}`,
    'Repeated in the list: 1.',
  ]) {
    expect(plan.out).toContain(part)
  }
  expect((await runWaves(backend, 'send', '--wave', 'friends', '--list', list, '--yes')).code).toBe(0)
  expect((await readInvitedPeople(backend)).map(({ email, wave }) => [email, wave])).toEqual([
    [first, 'before'],
    [second, 'friends'],
    [third, 'friends'],
  ])
  await runAdminOnBackend(backend, ['spots', 'set', '9', '--reason', 'more room'])
  await expectOutcome(
    runWaves(backend, 'send', '--wave', 'friends', '--yes'),
    2,
    'The wave friends invites a list of people: name its file again with --list FILE.',
  )
  expect(await runAdminJson(backend, ['waves', 'send', '--wave', 'friends', '--list', list, '--yes'])).toMatchObject({
    ...{ invited: 1, total: 3 },
  })
  expect((await runWaves(backend, 'send', '--wave', 'friends', '--list', list, '--yes')).out).toContain('is complete')
  expect(await expectOneInvitationEach(backend)).toBe(4)
  // The list itself is not stored.
  const { data } = await backend.secretClient().from('waves').select('*')
  expect(JSON.stringify(data)).not.toMatch(/@|guests/)
})

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
      '--status is one of free, paid, verified, flagged, and "new" is not.',
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
