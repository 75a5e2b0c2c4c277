import * as v from 'valibot'
import { expect, test } from 'vitest'
import { nameSchema, normaliseName, sanitiseName } from './name.ts'
import { isSuspiciousName } from './screening.ts'
import { findValidationError } from './validation-error.ts'
import { NAME_VECTORS, NORMALISED_NAME_VECTORS, SANITISED_NAME_VECTORS } from './validation-vectors.ts'

test.each(NAME_VECTORS)(
  'nameSchema reports for the name $input the error: $outcome',
  { tags: ['R5.5', 'R5.6', 'R5.7', 'R5.8', 'R5.9'] },
  ({ input, outcome }) => {
    expect(findValidationError(nameSchema, input)?.message ?? null).toBe(outcome)
  },
)

test('every test name that nameSchema accepts also passes the bot screening', () => {
  for (const { input, outcome } of NAME_VECTORS)
    if (!outcome) expect(isSuspiciousName(normaliseName(input))).toBe(false)
})

test('nameSchema reports only the error "Name is required" for an empty name', () => {
  const { issues } = v.safeParse(nameSchema, '')
  expect(issues?.map((issue) => issue.message)).toEqual(['Name is required'])
})

test.each(NORMALISED_NAME_VECTORS)('normaliseName returns for $input the text: $outcome', ({ input, outcome }) => {
  expect(normaliseName(input)).toBe(outcome)
  expect(normaliseName(outcome)).toBe(outcome)
})

test('nameSchema returns the normalised name', () => {
  expect(v.parse(nameSchema, ' Zoe\u0308 O`Connor\u200b ')).toBe('Zo\u00eb O’Connor')
})

test('nameSchema reports "Name is required" for a value that is not a string', () => {
  for (const input of [undefined, null, 7, {}, ['Ada'], true]) {
    expect(findValidationError(nameSchema, input)?.message).toBe('Name is required')
  }
})

test.each(SANITISED_NAME_VECTORS)(
  'sanitiseName returns for $input the text: $outcome',
  { tags: ['R5.10', 'R5.11'] },
  ({ input, outcome }) => {
    expect(sanitiseName(input)).toBe(outcome)
  },
)

test('sanitiseName is idempotent and removes all markup, nested or not', { tags: ['R5.11'] }, () => {
  const hostile = ['o<nclick=x', 'on{load=', 'jav{ascript:', '<<script>>', 'ononclick=load=y', 'x'.repeat(5000)]
  for (const text of hostile) {
    const once = sanitiseName(text)
    expect(sanitiseName(once)).toBe(once)
    expect(once).not.toMatch(/[<>{}]|javascript:|on\w+\s*=/i)
  }
})

test('sanitiseName removes an inline event handler such as onload= and keeps the rest of the word', () => {
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

test('sanitiseName truncates a long name without splitting a surrogate pair', { tags: ['R5.12', 'R9.2'] }, () => {
  expect(sanitiseName('𠮷'.repeat(1001))).toBe('𠮷'.repeat(1000))
})
