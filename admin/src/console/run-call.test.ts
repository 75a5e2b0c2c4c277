import { expect, test } from 'vitest'
import { isRecordedAct } from '../audit/describe-act.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { listOfferedOptions } from '../command-input.ts'
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

test('a call that would send many mails or events is previewed; one mail or event, pausing all mail, and what has no preview run at once', () => {
  const needsNone = (path: string, fields: Record<string, string | boolean>) => {
    const { rule, given, command } = checkCall(ADMIN_COMMANDS, { command: path, fields })
    return rule.runsAtOnce?.(given) ?? !('yes' in command.options || 'preview' in command.options)
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
    ['resume', {}, false],
    ['settings set', { setting: 'mail_paused', value: 'false', reason: 'x' }, true],
    ['messages answer', { id: '3f2a9c10', text: 'x' }, true],
    ['spots set', { number: '1', reason: 'x' }, true],
  ] as const) {
    expect(needsNone(command, fields), `${command} ${JSON.stringify(fields)}`).toBe(isAtOnce)
  }
})

test('the console takes no path: an option that names a file takes the id of a file, and one that names a folder is not offered', () => {
  for (const { path, rule, ...command } of offered) {
    const given = listOfferedOptions({ ...command, page: rule }, rule)
    const files = given.filter(([, { value }]) => value === 'FILE' || value === 'FOLDER').map(([name]) => name)
    expect(files.toSorted(), path).toEqual([...(rule.files ?? [])].toSorted())
  }
})

test('a page can set neither --yes nor --preview, both are switches, and a call with --preview is not recorded', () => {
  const asking = offered.filter(({ options }) => 'yes' in options || 'preview' in options)
  expect(asking.length).toBeGreaterThan(6)
  for (const { path, options } of asking) {
    const command = ADMIN_COMMANDS[path]
    if (command === undefined) throw new Error(`${path} is missing`)
    expect((options['yes'] ?? options['preview'])?.type, path).toBe('boolean')
    expect(listOfferedOptions(command, {}).map(([name]) => name)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(yes|preview)$/)]),
    )
    expect(isRecordedAct(command, { args: {}, options: { preview: true } }), path).toBe(false)
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

test('a command with --preview runs with this option first, and without it after the confirmation', async () => {
  const runs: boolean[] = []
  const publish = defineCommand({
    kind: 'writes',
    recording: 'none',
    summary: 'publish',
    options: { preview: { type: 'boolean', help: 'only show' } },
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

test('a command without a preview runs at the first call, and a call with a false confirmation does not', async () => {
  const { commands, runs } = fakeCommands()
  const run = createCallRunner('Grace')
  const halt = checkCall(commands, { command: 'release halt', fields: {} })
  await expect(run(halt, 'made up', tools)).rejects.toThrow('Nothing was done')
  expect(runs).toEqual([])
  expect(await run(halt, undefined, tools)).toEqual({ data: { halted: true } })
  expect(runs).toEqual(['halt'])
})

test('a confirmation expires after ten minutes', async () => {
  const { commands, runs } = fakeCommands()
  let now = 0
  const run = createCallRunner('Grace', () => now)
  const erase = checkCall(commands, { command: 'privacy erase', fields: { email: 'ada@example.com' } })
  const asked = await run(erase, undefined, tools)
  if (!('confirmation' in asked)) throw new Error('The call did not ask.')
  now = 600_001
  await expect(run(erase, asked.confirmation, tools)).rejects.toThrow('too old')
  expect(runs).toEqual([['ada@example.com', false]])
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
