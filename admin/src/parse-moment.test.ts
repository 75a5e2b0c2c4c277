import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { parseCommandLine } from './command-input.ts'
import { ADMIN_COMMANDS } from './commands.ts'
import { parseMoment } from './parse-moment.ts'
import { runCommandAs } from './run-command.ts'
import { createCommandEnvironment } from './tools.ts'

const two = (value: number) => String(value).padStart(2, '0')

test('parseMoment accepts exactly the days that exist', () => {
  for (const year of [1900, 2000, 2024, 2026, 2100]) {
    const february = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
    const lengths = [0, 31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0]
    for (const [month, length] of lengths.entries()) {
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${two(month)}-${two(day)}`
        const exists = day >= 1 && day <= length
        expect(parseMoment(text), text).toEqual(exists ? new Date(year, month - 1, day) : null)
        expect(parseMoment(`${text}T10:00Z`) !== null, text).toBe(exists)
      }
    }
  }
})

test('parseMoment reads a time in its zone, and without a zone in the local one', () => {
  expect(parseMoment('2026-03-05T10:00+05:45')).toEqual(new Date('2026-03-05T04:15:00Z'))
  expect(parseMoment('2026-03-05T10:00:59.123456Z')).toEqual(new Date('2026-03-05T10:00:59.123Z'))
  expect(parseMoment('2026-03-05 10:00')).toEqual(new Date(2026, 2, 5, 10))
})

test('parseMoment returns null for a time that does not exist and for any other text', () => {
  for (const text of [
    ...['2026-03-05T24:00', '2026-03-05T23:60Z', '2026-03-05T23:59:60Z', '2026-03-05T10:00+24:00', '2026-03-05T10Z'],
    ...[
      '',
      '5',
      'March 5, 2026',
      '05.03.2026',
      '2026-03-05x',
      '2026-03-5',
      'x2026-03-05',
      '12026-03-05',
      '2026-03-05T',
    ],
  ])
    expect(parseMoment(text), text).toBeNull()
})

test('parseMoment returns null for a local time that the clocks skip, but accepts the day whose midnight they skip', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect(parseMoment('2026-03-29T02:30')).toBeNull()
  expect(parseMoment('2026-03-29T03:30')).toEqual(new Date('2026-03-29T01:30:00Z'))
  vi.stubEnv('TZ', 'Africa/Cairo')
  expect(parseMoment('2026-04-24')).toEqual(new Date('2026-04-23T22:00:00Z'))
})

const OPERATOR = { who: 'a test', via: 'command line' } as const

/** What the commands need besides the day, so that they get as far as reading it. */
const BESIDE: Record<string, readonly string[]> = {
  'waves plan': ['--next', '1'],
  'waves send': ['--next', '1', '--wave', 'spring'],
  'webhooks replay': ['--target', 'crm'],
  restore: ['--from', import.meta.dirname],
  'release publish': ['--version', '1.0.0', '--windows', 'a', '--mac-intel', 'b', '--mac-silicon', 'c'],
}

test('every option of every command that takes a day or a time refuses February 30 and names itself', async () => {
  const dated = Object.entries(ADMIN_COMMANDS).flatMap(([path, command]) =>
    Object.entries(command.options).flatMap(([name, { value }]) =>
      value === 'DAY' || value === 'TIME' ? [{ path, command, name }] : [],
    ),
  )
  expect(dated.length).toBeGreaterThan(8)
  const env = { SUPABASE_URL: 'http://localhost:9', SUPABASE_SECRET_KEY: 'sb_secret_none' }
  const tools = createCommandEnvironment({ stdout: new PassThrough(), stderr: new PassThrough(), env })
  for (const { path, command, name } of dated) {
    const value = name === 'to' ? '2026-02-30T12:00:00Z' : '2026-02-30'
    const given = parseCommandLine(path, command, [`--${name}`, value, ...(BESIDE[path] ?? [])])
    const run = runCommandAs(() => OPERATOR, path, { ...command, recording: 'none' }, given, tools)
    await expect(run, path).rejects.toThrow(new RegExp(`^--${name} .*"${value}" is not`))
  }
})
