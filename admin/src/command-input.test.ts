import { expect, test } from 'vitest'
import { defineCommand } from './command.ts'
import { listGivenOptions, parseCommandLine, readFields } from './command-input.ts'
import { CommandFailure } from './failures.ts'

const run = async () => null
const rename = defineCommand({
  kind: 'reads',
  summary: 'rename a thing',
  args: ['from', 'to', 'note?'],
  options: {
    yes: { type: 'boolean', help: 'do it' },
    since: { type: 'string', value: 'DAY', help: 'from when' },
    loud: { type: 'boolean', help: 'with a sound' },
    most: { type: 'number', value: 'N', least: 1, most: 500, otherwise: 20, help: 'how many' },
    by: { type: 'string', value: 'ORDER', choices: ['name', 'day'], help: 'the order' },
    list: { type: 'string', value: 'FILE', help: 'read these things' },
  },
  examples: [],
  run,
})
const plain = defineCommand({ kind: 'reads', summary: 'takes nothing', examples: [], run })

function refusal(rest: string[], of = rename): unknown {
  try {
    return parseCommandLine('things rename', of, rest)
  } catch (cause) {
    return cause instanceof CommandFailure ? `${cause.code}: ${cause.message}` : cause
  }
}

test('parseCommandLine returns arguments and options by name, including omitted ones', () => {
  expect(
    parseCommandLine('things rename', rename, ['a', 'b', 'why', '--since', '2026-03-05', '--yes', '--json']),
  ).toEqual({
    args: { from: 'a', to: 'b', note: 'why' },
    options: {
      since: '2026-03-05',
      yes: true,
      loud: false,
      most: 20,
      by: undefined,
      list: undefined,
      json: true,
      help: false,
    },
  })
  expect(parseCommandLine('things rename', rename, ['a', 'b'])).toEqual({
    args: { from: 'a', to: 'b', note: undefined },
    options: {
      since: undefined,
      yes: false,
      loud: false,
      most: 20,
      by: undefined,
      list: undefined,
      json: false,
      help: false,
    },
  })
  expect(parseCommandLine('things', plain, ['--help'])).toEqual({ args: {}, options: { json: false, help: true } })
})

test('parseCommandLine rejects missing arguments, surplus arguments and unknown options with a one-sentence error', () => {
  expect(refusal([])).toBe('usage: things rename needs FROM and TO.')
  expect(refusal(['a'])).toBe('usage: things rename needs TO.')
  expect(refusal(['a', 'b', 'c', 'd'])).toBe('usage: things rename does not take the argument "d".')
  expect(refusal(['x'], plain)).toBe('usage: things rename does not take the argument "x".')
  expect(refusal(['a', 'b', '--force'])).toBe("usage: things rename: Unknown option '--force'.")
  expect(refusal(['a', 'b', '--since'])).toMatch(/^usage: things rename: Option '--since <value>' argument missing\.$/)
})

const limits = { without: ['since'], most: 40 }
const read = (fields: Record<string, unknown>) => readFields('things rename', rename, fields, limits)

test('parseCommandLine and readFields return the same input, with numbers as numbers', () => {
  const {
    json: _json,
    help: _help,
    ...options
  } = parseCommandLine('things rename', rename, ['a', '--', '--yes']).options
  expect(read({ from: 'a', to: '--yes' })).toEqual({ args: { from: 'a', to: '--yes', note: undefined }, options })
  for (const most of ['7', 7]) expect(read({ from: 'a', to: 'b', most }).options).toMatchObject({ most: 7 })
  expect(parseCommandLine('things rename', rename, ['a', 'b', '--most', '7', '--by=day']).options).toMatchObject({
    most: 7,
    by: 'day',
  })
  expect(read({ from: 5, to: 'b', loud: true, by: 'day' })).toMatchObject({
    args: { from: '5' },
    options: { yes: false, loud: true, by: 'day' },
  })
})

test('an invalid value is refused with the option, on the command line and as a field', () => {
  for (const [name, value, message] of [
    ['most', '0', '--most must be a whole number from 1 to 500, and "0" is not.'],
    ['most', '501', '--most must be a whole number from 1 to 500'],
    ['most', '1.5', '--most must be a whole number'],
    ['by', 'constructor', '--by is one of name, day, and "constructor" is not.'],
  ] as const) {
    expect(refusal(['a', 'b', `--${name}=${value}`])).toContain(message)
    expect(() => read({ from: 'a', to: 'b', [name]: value })).toThrow(message)
  }
})

test('readFields refuses unknown, withheld, missing, mistyped and long fields, and those that confirm a call', () => {
  for (const [fields, message] of [
    [{ from: 'a' }, 'things rename needs TO.'],
    [{ to: 'b', note: 'c' }, 'things rename needs FROM.'],
    [{ from: 'a', to: 'b', force: true }, '"force" is not a field of this call.'],
    [{ from: 'a', to: 'b', since: '2026-03-05' }, '"since" is not a field'],
    [{ from: 'a', to: 'b', yes: true }, '"yes" is not a field'],
    [{ from: 'a', to: 'b', list: '/etc/passwd' }, '"list" is not a field'],
    [{ from: 'a', to: 'b', json: true }, '"json" is not a field'],
    [{ from: 'a', to: 'b', toString: 'c' }, '"toString" is not a field'],
    [{ from: 'a', to: 'b', loud: 1 }, 'loud must be a boolean.'],
    [{ from: 'a', to: 'b', loud: 'true' }, 'loud must be a boolean.'],
    [{ from: 'a', to: 'b', most: null }, 'most must be a number.'],
    [{ from: 'a', to: ['b'] }, 'to must be a string.'],
    [{ from: 'a', to: 'b'.repeat(40) }, 'The call is too long.'],
  ] as const) {
    expect(() => read(fields), JSON.stringify(fields)).toThrow(message)
  }
})

test('listGivenOptions returns what a call sets, without defaults and confirmations', () => {
  const given = (...rest: string[]) => listGivenOptions(rename, parseCommandLine('things', rename, ['a', 'b', ...rest]))
  expect(given('--yes', '--json', '--most', '20')).toEqual([])
  expect(given('--loud', '--most=5', '--since', '2026-03-05', '--list=a.txt')).toEqual([
    ['since', '2026-03-05'],
    ['loud', true],
    ['most', 5],
    ['list', 'a.txt'],
  ])
})

test('parseCommandLine keeps the error of the option parser as the cause of its own error', () => {
  expect(() => parseCommandLine('things', plain, ['--force'])).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' }) }),
  )
})
