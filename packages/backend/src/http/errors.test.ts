import { expect, test } from 'vitest'
import { defineErrors, Refusal } from './errors.ts'

const errors = defineErrors({ tooLate: { status: 410, code: 'too_late', message: 'That was yesterday.' } })

test('an HTTP error has the status, code and message of its catalogue entry, and no details by default', () => {
  const refusal = errors.tooLate()
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({
    name: 'Refusal',
    status: 410,
    code: 'too_late',
    message: 'That was yesterday.',
    details: null,
    hint: null,
    headers: {},
  })
  expect(refusal.cause).toBeUndefined()
})

test('an HTTP error can override the message of its catalogue entry, and keeps its cause for the log', () => {
  const cause = new Error('inner')
  const details = { message: 'Too late by an hour.', details: 'd', hint: 'h', headers: { 'retry-after': '1' }, cause }
  expect(errors.tooLate(details)).toMatchObject({ ...details, status: 410, code: 'too_late' })
})
