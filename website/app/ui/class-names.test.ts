import { expect, test } from 'vitest'
import { classNames } from './class-names.ts'

test('the names that apply are joined in order, and nothing else is', () => {
  expect(classNames('card', false, 'wide', null, undefined, '', 'dark')).toBe('card wide dark')
  expect(classNames(null, false)).toBe('')
})
