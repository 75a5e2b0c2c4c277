import { expect, test } from 'vitest'
import { createLogger, maskPersonalData } from './log.ts'

test.each([
  ['Key (email)=(anna.meier+beta@example.com) exists', 'Key (email)=(a***@e…) exists'],
  ['<jörg@müller.example>', '<j***@m…>'],
  ['token eyJhbGciOi.eyJzdWIi.c2ln-_x end', 'token [token] end'],
  ['apikey sb_secret_abcDEF-123', 'apikey sb_secret_[key]'],
  ['a token behind a dash: x-eyJh.eyJz.c2.end', 'a token behind a dash: x-[token].end'],
  ['eyJhbGci.x, eyJ and eyJ.eyJ', 'eyJhbGci.x, eyJ and eyJ.eyJ'],
  ['+.jo@example.com, +@example.com', '+.j***@e…, +@example.com'],
  ['nothing personal at all', 'nothing personal at all'],
])('maskPersonalData() maps %s to %s', (text, masked) => {
  expect(maskPersonalData(text)).toBe(masked)
})

test('an error is logged with type, message and stack, but without SQL parameters or the values of a rejected row', () => {
  const lines: string[] = []
  const values = {
    node: { value: 'Hanna Berg' },
    detail: 'Failing row contains (Hanna Berg)',
    parameters: ['Hanna Berg'],
  }
  const cause = Object.assign(new Error('refused by the table'), values)
  const error = Object.assign(new RangeError('no result', { cause }), values, { code: '23514', constraint: 'short' })
  createLogger((line) => lines.push(line)).error({ err: error })
  const { err } = JSON.parse(lines[0] ?? '')
  expect(err).toMatchObject({ type: 'RangeError', code: '23514', constraint: 'short' })
  expect(err.message).toContain('no result: refused by the table')
  expect(err.stack).toContain('log.test.ts')
  expect(lines[0]).not.toContain('Hanna')
})

test('the logger masks e-mail addresses in the finished log line, which remains one line of valid JSON', () => {
  const lines: string[] = []
  const log = createLogger((line) => lines.push(line))
  log.warn({ err: new Error('no such user: anna@example.com\nINFO forged line') }, 'for anna@example.com')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('anna@')
  expect(lines[0]?.trimEnd()).not.toContain('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', msg: 'for a***@e…' })
})
