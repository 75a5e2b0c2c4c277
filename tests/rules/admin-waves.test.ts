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
