import { expect, test } from 'vitest'
import { parseCommandLine } from '../command-input.ts'
import { ADMIN_COMMANDS } from '../commands.ts'
import { describeAct, isRecordedAct } from './describe-act.ts'

function parse(path: string, rest: string[]) {
  const command = ADMIN_COMMANDS[path]
  if (command === undefined) throw new Error(`${path} is missing`)
  return { command, given: parseCommandLine(path, command, rest) }
}

test('describeAct masks email addresses, omits private texts and --yes, and returns the reason separately', () => {
  const erase = parse('privacy erase', ['ada@example.com', '--yes'])
  expect(describeAct(erase.command, erase.given)).toEqual({ detail: 'a***@e…', reason: null })
  const answer = parse('messages answer', ['3f2a9c10', '--text', 'Dear Ada, …'])
  expect(describeAct(answer.command, answer.given)).toEqual({ detail: '3f2a9c10 --text (text)', reason: null })
  const note = parse('messages note', ['3f2a9c10', 'rude'])
  expect(describeAct(note.command, note.given).detail).toBe('3f2a9c10 (text)')
  const spots = parse('spots set', ['25', '--reason', ' second wave of ada@example.com '])
  expect(describeAct(spots.command, spots.given)).toEqual({ detail: '25', reason: 'second wave of a***@e…' })
  const test_ = parse('mail test', ['welcome_free', '--to', 'Ada <ada@example.com>\u001b[2J'])
  expect(describeAct(test_.command, test_.given).detail).toBe('welcome_free --to Ada <a***@e…>□[2J')
})

test('isRecordedAct is true for calls that change the site and for copies of personal data, and false for other reads, previews and checks', () => {
  const isRecorded = (path: string, rest: string[]) => {
    const { command, given } = parse(path, rest)
    return isRecordedAct(command, given)
  }
  expect(isRecorded('mail pause', [])).toBe(true)
  expect(isRecorded('privacy erase', ['ada@example.com', '--yes'])).toBe(true)
  expect(isRecorded('privacy erase', ['ada@example.com'])).toBe(false)
  expect(isRecorded('users ban', ['ada@example.com', '--lift'])).toBe(true)
  expect(isRecorded('users ban', ['ada@example.com'])).toBe(false)
  expect(isRecorded('release publish', ['--version', '1.0.0'])).toBe(true)
  expect(isRecorded('release publish', ['--version', '1.0.0', '--check'])).toBe(false)
  expect(isRecorded('signups list', [])).toBe(false)
  for (const copy of ['backup', 'signups export']) expect(isRecorded(copy, [])).toBe(true)
  expect(isRecorded('privacy export', ['ada@example.com'])).toBe(true)
})

test('every command that writes is recorded, except those that do not change the running site or record each call themselves', () => {
  const unrecorded = Object.entries(ADMIN_COMMANDS).filter(([, it]) => it.kind === 'writes' && it.recording === 'none')
  expect(unrecorded.map(([path]) => path).toSorted()).toEqual([
    'console',
    'mcp',
    'move',
    'release key create',
    'restore',
  ])
})
