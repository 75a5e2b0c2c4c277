import { expect, test } from 'vitest'
import { joinClassNames } from './class-names.ts'

test('joinClassNames joins the truthy class names in order and skips falsy values', () => {
  expect(joinClassNames('card', false, 'wide', null, undefined, '', 'dark')).toBe('card wide dark')
  expect(joinClassNames(null, false)).toBe('')
})
