import { expect, test } from 'vitest'
import { parseConfirmationResult } from './confirmation.ts'

test('parseConfirmationResult returns confirmed, already_confirmed and unknown unchanged', () => {
  for (const data of ['confirmed', 'already_confirmed', 'unknown'])
    expect(parseConfirmationResult({ data, error: null })).toBe(data)
})

test('parseConfirmationResult returns limited for PT429, and failed for any other error or unexpected data', () => {
  expect(parseConfirmationResult({ data: null, error: { code: 'PT429' } })).toBe('limited')
  for (const code of ['', '42501', 'PGRST202'])
    expect(parseConfirmationResult({ data: null, error: { code } }), code).toBe('failed')
  for (const data of [null, undefined, true, 'other', ['confirmed']])
    expect(parseConfirmationResult({ data, error: null }), String(data)).toBe('failed')
})
