import { expect, test } from 'vitest'
import { listOfferedOptions } from '../command-input.ts'
import { ADMIN_COMMANDS } from '../commands.ts'
import { formatUntrusted, maskPersonalData } from './mask.ts'
import { createInputSchema, toToolName } from './tool-schema.ts'

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
    const command = ADMIN_COMMANDS[path]
    if (command === undefined) throw new Error(`${path} is missing`)
    const { properties } = createInputSchema(command, rule)
    for (const [name, { value }] of Object.entries(options)) {
      if (value === 'FILE' || value === 'FOLDER') expect(properties, `${path} --${name}`).not.toHaveProperty(name)
    }
  }
})

test('createInputSchema has a field for every argument and offered option, and their names never collide', () => {
  for (const [path, command] of Object.entries(ADMIN_COMMANDS)) {
    const { properties } = createInputSchema(command, { shows: [] })
    const options = listOfferedOptions(command, {})
    expect(Object.keys(properties), path).toHaveLength(command.args.length + options.length)
  }
})

test('every offered command that writes and takes an id names the addressee in the question to the person', () => {
  const byId = offered.filter(({ kind, args }) => kind === 'writes' && args.some((name) => /^(id|who)\??$/.test(name)))
  expect(byId.length).toBeGreaterThan(5)
  expect(byId.filter(({ findAddressee }) => findAddressee === undefined)).toEqual([])
})

test('createInputSchema asks for a number where a command needs one, and states its limits and the choices of a text', () => {
  const spots = ADMIN_COMMANDS['spots set']
  const list = ADMIN_COMMANDS['signups list']
  if (spots === undefined || list === undefined) throw new Error('A command is missing.')
  expect(createInputSchema(spots, { shows: [] }).properties['number']).toMatchObject({ type: 'number' })
  const { limit, status } = createInputSchema(list, { shows: [] }).properties
  expect(limit).toMatchObject({ type: 'number', minimum: 1, maximum: 100_000 })
  expect(status).toMatchObject({ type: 'string', enum: ['free', 'paid', 'verified', 'unconfirmed'] })
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
