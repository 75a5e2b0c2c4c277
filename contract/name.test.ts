import * as v from 'valibot'
import { expect, test } from 'vitest'
import { findFault } from './fault.ts'
import { nameSchema, sanitiseName } from './name.ts'
import { isSuspiciousName } from './screening.ts'
import { NAME_VECTORS, SANITISED_NAME_VECTORS } from './validation-vectors.ts'

test.each(NAME_VECTORS)('name $input: $outcome', ({ input, outcome }) => {
  expect(findFault(nameSchema, input)?.message ?? null).toBe(outcome)
})

test('names that the validation accepts in the vectors pass the screening too', () => {
  for (const { input, outcome } of NAME_VECTORS) if (!outcome) expect(isSuspiciousName(input)).toBe(false)
})

test('one message at a time: an empty name says only that it is required', () => {
  const { issues } = v.safeParse(nameSchema, '')
  expect(issues?.map((issue) => issue.message)).toEqual(['Name is required'])
})

test('a name comes back trimmed, in NFC, with plain spaces', () => {
  expect(v.parse(nameSchema, ' Zoe\u0308\u00a0山田\u3000太郎 ')).toBe('Zo\u00eb 山田 太郎')
})

test('what is no text is a missing name', () => {
  for (const input of [undefined, null, 7, {}, ['Ada'], true]) {
    expect(findFault(nameSchema, input)?.message).toBe('Name is required')
  }
})

test.each(SANITISED_NAME_VECTORS)('saved of name $input: $outcome', ({ input, outcome }) => {
  expect(sanitiseName(input)).toBe(outcome)
})

test('sanitising twice changes nothing more, and leaves nothing of markup', () => {
  const hostile = ['o<nclick=x', 'on{load=', 'jav{ascript:', '<<script>>', 'ononclick=load=y', 'x'.repeat(5000)]
  for (const text of hostile) {
    const once = sanitiseName(text)
    expect(sanitiseName(once)).toBe(once)
    expect(once).not.toMatch(/[<>{}]|javascript:|on\w+\s*=/i)
  }
})

test('a handler is taken out from the first on of its word, and nothing else of it', () => {
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

test('a cut never leaves half a letter', () => {
  expect(sanitiseName('𠮷'.repeat(1001))).toBe('𠮷'.repeat(1000))
})

test('a hostile name of 16 kB is answered at once', () => {
  const before = process.threadCpuUsage()
  for (const text of [
    'on'.repeat(8000),
    'javascript:'.repeat(1400),
    `${'java'.repeat(1000)}${'script:'.repeat(1000)}`,
  ]) {
    sanitiseName(text)
    findFault(nameSchema, text)
  }
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000) // microseconds of work, however busy the machine is
})
