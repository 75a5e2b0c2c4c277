import { expect, test } from 'vitest'
import { drawFunctionError, functionErrors } from './errors.ts'

test('the host of the functions refuses in the shape that functions answer in', () => {
  expect(drawFunctionError(functionErrors.unknownFunction())).toEqual({
    status: 404,
    body: { success: false, error: 'There is no function of this name.' },
  })
  expect(drawFunctionError(functionErrors.tooSlow())).toEqual({
    status: 504,
    body: { success: false, error: 'The function took too long to answer.' },
  })
})
