import { expect, test } from 'vitest'
import { type CommandContext, defineCommand } from '../command.ts'
import { ADMIN_COMMANDS } from '../commands.ts'
import { checkCall, createCallRunner } from './run-call.ts'

const tools: CommandContext = {
  site: () => Promise.reject(new Error('no site')),
  env: {},
  write: async () => {},
  note: () => {},
  askSecret: async () => null,
  progress: () => ({ advance: () => {}, done: () => {} }),
}

/** Creates fake commands under names that the console offers, and the list of their runs. */
function fakeCommands() {
  const runs: unknown[] = []
  const erase = defineCommand({
    kind: 'writes',
    recording: 'none',
    summary: 'erase',
    args: ['email'],
    options: { yes: { type: 'boolean', help: 'do it' } },
    examples: [],
    async run({ args, options }) {
      runs.push([args.email, options.yes])
      return { data: { done: options.yes }, text: '' }
    },
  })
  const halt = defineCommand({
    kind: 'writes',
    recording: 'none',
    summary: 'halt',
    page: { asks: true },
    examples: [],
    async run() {
      runs.push('halt')
      return { data: { halted: true }, text: '' }
    },
  })
  return { commands: { 'privacy erase': erase, 'release halt': halt }, runs }
}

/** The commands that the console offers, with their rules. */
const offered = Object.entries(ADMIN_COMMANDS).flatMap(([path, { page, ...command }]) =>
  'reason' in page ? [] : [{ path, rule: page, ...command }],
)

test('the console withholds only options that exist, and offers no command that acts without --yes', () => {
  expect(offered.length).toBeGreaterThan(30)
  for (const { path, rule, options, actsWithoutYes } of offered) {
    expect(Object.keys(options), path).toEqual(expect.arrayContaining([...(rule.without ?? [])]))
    expect(actsWithoutYes, `${path} would act while the console shows its preview`).toEqual([])
  }
})

test('a call that sends many mails or events needs a confirmation; one mail or event, and pausing all mail, need none', () => {
  const needsNone = (command: string, fields: Record<string, string | boolean>) => {
    const { rule, given } = checkCall(ADMIN_COMMANDS, { command, fields })
    return rule.runsAtOnce?.(given) ?? !(rule.asks === true || rule.previewsWith !== undefined)
  }
  for (const [command, fields, isAtOnce] of [
    ['mail retry', { id: '3f2a9c10' }, true],
    ['mail retry', { 'given-up': true }, false],
    ['mail retry', {}, false],
    ['mail pause', {}, true],
    ['mail pause', { off: false }, true],
    ['mail pause', { off: true }, false],
    ['webhooks replay', { id: '3f2a9c10' }, true],
    ['webhooks replay', { dead: true }, false],
    ['webhooks replay', { target: 'crm' }, false],
    ['webhooks replay', { since: '2026-01-01' }, false],
    ['settings set', { setting: 'mail_paused', value: 'false', reason: 'x' }, false],
    ['messages answer', { id: '3f2a9c10', text: 'x' }, false],
    ['spots set', { number: '1', reason: 'x' }, true],
  ] as const) {
    expect(needsNone(command, fields), `${command} ${JSON.stringify(fields)}`).toBe(isAtOnce)
  }
})

test('the console takes no path: an option that names a file takes the id of a file, and one that names a folder is not offered', () => {
  for (const { path, rule, options } of offered) {
    const given = Object.entries(options).filter(([name]) => !rule.without?.includes(name))
    const files = given.filter(([, { value }]) => value === 'FILE' || value === 'FOLDER').map(([name]) => name)
    expect(files.toSorted(), path).toEqual([...(rule.files ?? [])].toSorted())
  }
})

test('the option of a rule with `previewsWith` exists, cannot be set by the page, and keeps the call out of the audit log', () => {
  for (const { path, rule, options, checksOnlyWith } of offered) {
    if (rule.previewsWith === undefined) continue
    expect(options[rule.previewsWith]?.type, path).toBe('boolean')
    expect(rule.without, path).toContain(rule.previewsWith)
    expect(checksOnlyWith, path).toContain(rule.previewsWith)
  }
})

test('a command with a preview runs only with the confirmation from that preview, once, and for the same call', async () => {
  const { commands, runs } = fakeCommands()
  const run = createCallRunner('Grace')
  const ada = checkCall(commands, { command: 'privacy erase', fields: { email: 'ada@example.com' } })
  const bob = checkCall(commands, { command: 'privacy erase', fields: { email: 'bob@example.com' } })
  const asked = await run(ada, undefined, tools)
  if (!('confirmation' in asked)) throw new Error('The call did not ask.')
  expect(asked.preview).toEqual({ done: false })
  await expect(run(bob, asked.confirmation, tools)).rejects.toThrow('Nothing was done')
  const again = await run(ada, undefined, tools)
  if (!('confirmation' in again)) throw new Error('The call did not ask.')
  expect(await run(ada, again.confirmation, tools)).toEqual({ data: { done: true } })
  await expect(run(ada, again.confirmation, tools)).rejects.toThrow('Nothing was done')
  await expect(run(ada, '', tools)).rejects.toThrow('Nothing was done')
  expect(runs.filter((entry) => Array.isArray(entry) && entry[1] === true)).toEqual([['ada@example.com', true]])
})

test('the reason for the audit log may be added to the confirmed call, and every recorded command has the option --reason', async () => {
  for (const [path, { recording, options }] of Object.entries(ADMIN_COMMANDS)) {
    if (recording !== 'none') expect(Object.keys(options), path).toContain('reason')
  }
  const run = createCallRunner('Grace')
  const fields = { email: 'ada@example.com' }
  const { commands } = fakeCommands()
  const withReason = { ...commands, 'privacy erase': { ...commands['privacy erase'], options: erasePersonOptions() } }
  const asked = await run(checkCall(withReason, { command: 'privacy erase', fields }), undefined, tools)
  if (!('confirmation' in asked)) throw new Error('The call did not ask.')
  const confirmed = checkCall(withReason, { command: 'privacy erase', fields: { ...fields, reason: 'asked us' } })
  expect(await run(confirmed, asked.confirmation, tools)).toEqual({ data: { done: true } })
})

function erasePersonOptions() {
  const options = ADMIN_COMMANDS['privacy erase']?.options
  if (options === undefined) throw new Error('privacy erase is missing')
  return options
}

test('a command whose rule has `previewsWith` runs with this option first, and without it after the confirmation', async () => {
  const runs: boolean[] = []
  const publish = defineCommand({
    kind: 'writes',
    recording: 'none',
    summary: 'publish',
    options: { preview: { type: 'boolean', help: 'only show' } },
    page: { previewsWith: 'preview' },
    examples: [],
    async run({ options }) {
      runs.push(options.preview)
      return { data: { published: !options.preview }, text: '' }
    },
  })
  const run = createCallRunner('Grace')
  const call = checkCall({ 'release publish': publish }, { command: 'release publish', fields: {} })
  const asked = await run(call, undefined, tools)
  if (!('confirmation' in asked)) throw new Error('The call did not ask.')
  expect(asked.preview).toEqual({ published: false })
  expect(await run(call, asked.confirmation, tools)).toEqual({ data: { published: true } })
  expect(runs).toEqual([true, false])
})

test('checkCall accepts a secret only for a command that asks for one, and the checked call does not contain it', () => {
  expect(() => checkCall(ADMIN_COMMANDS, { command: 'mail pause', fields: {}, secret: 'words' })).toThrow(
    'takes no secret',
  )
  const call = checkCall(ADMIN_COMMANDS, { command: 'release publish', fields: { version: '1.0.0' }, secret: 'words' })
  expect(JSON.stringify(call)).not.toContain('words')
})

test('a command whose rule has `asks` does not run at the first call, and its confirmation expires after ten minutes', async () => {
  const { commands, runs } = fakeCommands()
  let now = 0
  const run = createCallRunner('Grace', () => now)
  const halt = checkCall(commands, { command: 'release halt', fields: {} })
  const asked = await run(halt, undefined, tools)
  expect(runs).toEqual([])
  if (!('confirmation' in asked)) throw new Error('The call did not ask.')
  now = 600_001
  await expect(run(halt, asked.confirmation, tools)).rejects.toThrow('too old')
  expect(runs).toEqual([])
})

test('checkCall refuses unknown and withheld commands, unknown and withheld options, --yes, and names of Object.prototype', () => {
  for (const [command, fields, complaint] of [
    ['constructor', {}, 'no such command'],
    ['restore', { archive: 'x' }, 'on the command line only'],
    ['privacy erase', { email: 'a@example.com', yes: true }, '"yes" is not a field'],
    ['privacy erase', { email: 'a@example.com', backups: '/etc' }, '"backups" is not a field'],
    ['privacy erase', {}, 'privacy erase needs EMAIL'],
    ['signups export', { to: '/etc/passwd' }, '"to" is not a field'],
    ['spots set', { number: '1', __proto__x: 'a' }, 'is not a field'],
  ] as const) {
    expect(() => checkCall(ADMIN_COMMANDS, { command, fields }), command).toThrow(complaint)
  }
  const { given } = checkCall(ADMIN_COMMANDS, { command: 'privacy erase', fields: { email: '--yes' } })
  expect(given).toMatchObject({ args: { email: '--yes' }, options: { yes: false } })
})
