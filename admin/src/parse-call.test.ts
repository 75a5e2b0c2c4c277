import { expect, test } from 'vitest'
import { defineCommand } from './command.ts'
import { CommandFailure } from './failures.ts'
import { parseCommandLine } from './parse-call.ts'

const run = async () => null
const rename = defineCommand({
  kind: 'reads',
  summary: 'rename a thing',
  args: ['from', 'to', 'note?'],
  options: { yes: { type: 'boolean', help: 'do it' }, since: { type: 'string', value: 'DAY', help: 'from when' } },
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
    options: { since: '2026-03-05', yes: true, json: true, help: false },
  })
  expect(parseCommandLine('things rename', rename, ['a', 'b'])).toEqual({
    args: { from: 'a', to: 'b', note: undefined },
    options: { since: undefined, yes: false, json: false, help: false },
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

test('parseCommandLine keeps the error of the option parser as the cause of its own error', () => {
  expect(() => parseCommandLine('things', plain, ['--force'])).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' }) }),
  )
})
