import { expect, test } from 'vitest'
import { classNames } from './class-names.ts'

test('classNames joins the truthy class names in order and skips falsy values', () => {
  expect(classNames('card', false, 'wide', null, undefined, '', 'dark')).toBe('card wide dark')
  expect(classNames(null, false)).toBe('')
})
