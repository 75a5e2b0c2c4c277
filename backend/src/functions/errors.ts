import { defineErrors, type Refusal, type RenderedError } from '../http/errors.ts'

/** What the host of the functions answers by itself; what a function answers is written in the function. */
export const functionErrors = defineErrors({
  unknownFunction: { status: 404, code: 'unknown_function', message: 'There is no function of this name.' },
  tooSlow: { status: 504, code: 'function_timeout', message: 'The function took too long to answer.' },
})

/** The shape that functions answer in themselves: `{success: false, error}`. */
export function renderFunctionError(refusal: Refusal): RenderedError {
  return { status: refusal.status, body: { success: false, error: refusal.message } }
}
