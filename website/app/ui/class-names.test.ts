import { expect, test } from 'vitest'
import { classNames } from './class-names.ts'

test('classNames joins the truthy names in order', () => {
  expect(classNames('card', false, 'wide', null, undefined, '', 'dark')).toBe('card wide dark')
  expect(classNames(null, false)).toBe('')
})
