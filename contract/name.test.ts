import * as v from 'valibot'
import { expect, test } from 'vitest'
import { nameSchema, sanitiseName } from './name.ts'
import { isSuspiciousName } from './screening.ts'
import { findValidationError } from './validation-error.ts'
import { NAME_VECTORS, SANITISED_NAME_VECTORS } from './validation-vectors.ts'

test.each(NAME_VECTORS)('name $input: $outcome', ({ input, outcome }) => {
  expect(findValidationError(nameSchema, input)?.message ?? null).toBe(outcome)
})

test('every name in the vectors that passes the validation also passes the bot screening', () => {
  for (const { input, outcome } of NAME_VECTORS) if (!outcome) expect(isSuspiciousName(input)).toBe(false)
})

test('an empty name gets only the message "Name is required"', () => {
  const { issues } = v.safeParse(nameSchema, '')
  expect(issues?.map((issue) => issue.message)).toEqual(['Name is required'])
})

test('returns a name trimmed, in NFC, with ASCII spaces', () => {
  expect(v.parse(nameSchema, ' Zoe\u0308\u00a0山田\u3000太郎 ')).toBe('Zo\u00eb 山田 太郎')
})

test('a value that is not a string counts as a missing name', () => {
  for (const input of [undefined, null, 7, {}, ['Ada'], true]) {
    expect(findValidationError(nameSchema, input)?.message).toBe('Name is required')
  }
})

test.each(SANITISED_NAME_VECTORS)('sanitiseName of $input: $outcome', ({ input, outcome }) => {
  expect(sanitiseName(input)).toBe(outcome)
})

test('sanitiseName is idempotent and removes all markup, nested or not', () => {
  const hostile = ['o<nclick=x', 'on{load=', 'jav{ascript:', '<<script>>', 'ononclick=load=y', 'x'.repeat(5000)]
  for (const text of hostile) {
    const once = sanitiseName(text)
    expect(sanitiseName(once)).toBe(once)
    expect(once).not.toMatch(/[<>{}]|javascript:|on\w+\s*=/i)
  }
})

test('sanitiseName removes an inline handler from the first "on" of its word, and leaves the rest of the word', () => {
  for (const [text, cleaned] of [
    ['ononload = x', 'x'],
    ['Aonclick  =x', 'Ax'],
    ['on = x', 'on = x'],
    ['Simon = x', 'Simon = x'],
    ['Sonja', 'Sonja'],
    ['Xjavascript:y', 'Xy'],
    ['JAVASCRIPT: and vbScript:', 'and'],
    ['javascripton1=y', 'javascripty'],
  ] as const) {
    expect(sanitiseName(text), text).toBe(cleaned)
  }
})

test('sanitiseName never cuts through a surrogate pair', () => {
  expect(sanitiseName('𠮷'.repeat(1001))).toBe('𠮷'.repeat(1000))
})

test('sanitises and validates hostile names of 16 kB in less than two seconds of CPU time (no catastrophic backtracking)', () => {
  const before = process.threadCpuUsage()
  for (const text of [
    'on'.repeat(8000),
    'javascript:'.repeat(1400),
    `${'java'.repeat(1000)}${'script:'.repeat(1000)}`,
  ]) {
    sanitiseName(text)
    findValidationError(nameSchema, text)
  }
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000) // CPU time in microseconds, independent of the machine's load
})
