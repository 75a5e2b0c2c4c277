import { expect, test } from 'vitest'
import { edgeFunctionErrors, renderEdgeFunctionError } from './errors.ts'

test('the 404 and 504 errors of the edge function host have the same JSON format as errors of the functions', () => {
  expect(renderEdgeFunctionError(edgeFunctionErrors.unknownFunction())).toEqual({
    status: 404,
    body: { success: false, error: 'There is no function of this name.' },
    headers: {},
  })
  expect(renderEdgeFunctionError(edgeFunctionErrors.tooSlow())).toEqual({
    status: 504,
    body: { success: false, error: 'The function took too long to answer.' },
    headers: {},
  })
})
