import { expect } from 'vitest'
import { createConsoleTest, sendConsoleFile, streamConsoleCall } from './console-session.ts'
import { expectOneInvitationEach, prepareWavePeople, readInvitedPeople } from './wave-people.ts'

const test = createConsoleTest()

test('a wave is planned, previewed and sent from the console with progress, and sending it again is rejected when no spots are left', async (site) => {
  const { backend, console, session } = site
  const people = await prepareWavePeople(backend, { count: 14, spots: 12 })
  const fields = { wave: 'console', next: '13' }
  const plan = (await session.run('waves plan', fields)).data
  expect(plan).toMatchObject({ would_invite: 12, spots: 12, size: 13 })
  expect(plan.first).toHaveLength(10)
  const send = (more: object = {}) =>
    streamConsoleCall(console, session.headers, { command: 'waves send', fields, ...more })
  const asked = await send()
  expect(asked.last.preview).toMatchObject({ done: false, would_invite: 12 })
  expect(await readInvitedPeople(backend), 'a preview invites nobody').toEqual([])
  const sent = await send({ confirmation: asked.last.confirmation })
  expect(sent.last.data).toMatchObject({ done: true, invited: 12, spots: 0 })
  expect(sent.progress).toContainEqual({ label: 'Inviting', done: 12, total: 12, unit: 'people' })
  expect(await expectOneInvitationEach(backend)).toBe(12)
  expect((await readInvitedPeople(backend)).map(({ email }) => email)).toEqual(
    people.slice(0, 12).map(({ email }) => email),
  )
  expect((await session.run('waves list')).data).toMatchObject([{ wave: 'console', invited: 12, size: 13 }])
  expect((await send()).last.error).toMatchObject({ message: 'There are no spots left, so nobody was invited.' })
  const [act] = (await session.run('acts list')).data
  expect(act).toMatchObject({ via: 'console', act: 'waves send', detail: '--next 13 --wave console', outcome: 'done' })
})

test('a wave is sent to the addresses of a file, which is deleted afterwards; an invalid line is reported without the temporary path', async (site) => {
  const { backend, console, session } = site
  const people = await prepareWavePeople(backend, { count: 3, spots: 9 })
  const send = (text: string) =>
    sendConsoleFile(console, session.headers, { name: 'friends.txt', bytes: Buffer.from(text) })
  const wrong = await send('nobody\n')
  expect(await session.run('waves plan', { list: wrong })).toMatchObject({
    status: 409,
    error: { message: 'friends.txt, line 1: "nobody" is not an email address.' },
  })
  const list = await send(`${people[0]?.email}\n${people[2]?.email}\nstranger@guests.example.com\n`)
  expect((await session.run('waves plan', { list })).data).toMatchObject({
    would_invite: 2,
    unknown: ['stranger@guests.example.com'],
  })
  const call = { command: 'waves send', fields: { wave: 'friends', list } }
  const asked = await streamConsoleCall(console, session.headers, call)
  const sent = await streamConsoleCall(console, session.headers, { ...call, confirmation: asked.last.confirmation })
  expect(sent.last.data).toMatchObject({ invited: 2 })
  expect(await session.run('waves plan', { list })).toMatchObject({
    error: { message: expect.stringContaining('gone') },
  })
  expect(JSON.stringify((await session.run('acts list')).data)).not.toContain('guests.example.com')
})
