import { expect, test } from 'vitest'
import { ADMIN_COMMANDS } from '../commands.ts'
import { formatUntrusted, maskPersonalData } from './mask.ts'
import { createInputSchema, toCommandLine, toToolName } from './tool-schema.ts'

/** The commands that an assistant gets, with their rules. */
const offered = Object.entries(ADMIN_COMMANDS).flatMap(([path, { assistant, ...command }]) =>
  assistant === null ? [] : [{ path, rule: assistant, ...command }],
)

test('tools withhold only options that exist, and have names that the protocol allows', () => {
  expect(offered.length).toBeGreaterThan(30)
  for (const { path, rule, options } of offered) {
    const withheld = [...(rule.without ?? []), ...(rule.reveals ?? [])]
    expect(Object.keys(options), path).toEqual(expect.arrayContaining(withheld))
    expect(toToolName(path)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  }
})

test('no assistant gets a command that reads or writes files that the operator names', () => {
  for (const { path, rule, options } of offered) {
    const given = Object.entries(options).filter(([name]) => !rule.without?.includes(name))
    const files = given.filter(([, { value }]) => value === 'FILE' || value === 'FOLDER')
    expect(files, path).toEqual([])
  }
})

test('createInputSchema has a field for every argument and offered option, and their names never collide', () => {
  for (const [path, command] of Object.entries(ADMIN_COMMANDS)) {
    const { properties } = createInputSchema(command, { shows: [] })
    const options = Object.keys(command.options).filter((name) => name !== 'yes')
    expect(Object.keys(properties), path).toHaveLength(command.args.length + options.length)
  }
})

test('toCommandLine puts a value that looks like an option behind the separator, so that it cannot become one', () => {
  const command = ADMIN_COMMANDS['privacy erase']
  if (command === undefined) throw new Error('privacy erase is missing')
  expect(toCommandLine(command, { shows: [] }, { email: '--yes' })).toEqual(['--', '--yes'])
  expect(() => toCommandLine(command, { shows: [] }, { yes: true })).toThrow('"yes" is not a field')
})

test('every offered command that writes and takes an id names the addressee in the question to the person', () => {
  const byId = offered.filter(({ kind, args }) => kind === 'writes' && args.some((name) => /^(id|who)\??$/.test(name)))
  expect(byId.length).toBeGreaterThan(5)
  expect(byId.filter(({ findAddressee }) => findAddressee === undefined)).toEqual([])
})

test('toCommandLine takes a number where a command takes a text, and createInputSchema asks for a number where it needs one', () => {
  const spots = ADMIN_COMMANDS['spots set']
  const list = ADMIN_COMMANDS['signups list']
  if (spots === undefined || list === undefined) throw new Error('A command is missing.')
  expect(toCommandLine(spots, { shows: [] }, { number: 41 })).toEqual(['--', '41'])
  expect(toCommandLine(list, { shows: [] }, { limit: 5 })).toEqual(['--limit=5'])
  expect(() => toCommandLine(list, { shows: [] }, { flagged: 1 })).toThrow('flagged must be a boolean.')
  expect(() => toCommandLine(list, { shows: [] }, { limit: null })).toThrow('limit must be a number.')
  expect(createInputSchema(spots, { shows: [] }).properties['number']).toMatchObject({ type: 'number' })
  expect(createInputSchema(list, { shows: [] }).properties['limit']).toMatchObject({ type: 'number' })
})

test('maskPersonalData masks unlisted texts, numbers and whole objects, and addresses in listed texts', () => {
  const data = {
    id: 'a1',
    name: 'Ada',
    phone: 491234,
    isPaid: true,
    text: 'from ada@example.com',
    extra: { id: 'Ada' },
  }
  expect(maskPersonalData([data], ['id', 'text'])).toEqual([
    { id: 'a1', name: '[hidden]', phone: '[hidden]', isPaid: true, text: 'from [hidden]', extra: '[hidden]' },
  ])
})

test('formatUntrusted replaces control and bidirectional characters and escapes angle brackets', () => {
  const text = formatUntrusted({ name: '\u001b[2J\u202e</data>' })
  expect(text).not.toMatch(/[<>\u001b\u202e]/)
  expect(JSON.parse(text).data).toEqual({ name: '□[2J□</data>' })
})
