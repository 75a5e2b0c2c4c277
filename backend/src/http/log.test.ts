import { expect, test } from 'vitest'
import { createLog, maskPersonalData } from './log.ts'

test.each([
  ['Key (email)=(anna.meier+beta@example.com) exists', 'Key (email)=(a***@e…) exists'],
  ['<jörg@müller.example>', '<j***@m…>'],
  ['token eyJhbGciOi.eyJzdWIi.c2ln-_x end', 'token [token] end'],
  ['apikey sb_secret_abcDEF-123', 'apikey sb_secret_[key]'],
  ['nothing personal at all', 'nothing personal at all'],
])('%s is logged as %s', (text, masked) => {
  expect(maskPersonalData(text)).toBe(masked)
})

test('a finished line is masked wherever the address came from, and stays one line of JSON', () => {
  const lines: string[] = []
  const log = createLog((line) => lines.push(line))
  log.warn({ err: new Error('no such user: anna@example.com\nINFO forged line') }, 'for anna@example.com')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('anna@')
  expect(lines[0]?.trimEnd()).not.toContain('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', msg: 'for a***@e…' })
})
