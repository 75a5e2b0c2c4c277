import { defineErrors, type Refusal, type RenderedError } from '../http/errors.ts'

/** The errors of the code that calls the site functions. A function's own errors are defined in that function. */
export const functionErrors = defineErrors({
  unknownFunction: { status: 404, code: 'unknown_function', message: 'There is no function of this name.' },
  notLoaded: { status: 500, code: 'function_not_loaded', message: 'The function could not be loaded.' },
  tooSlow: { status: 504, code: 'function_timeout', message: 'The function took too long to answer.' },
})

/** Renders an error in the format of the functions' own errors: `{success: false, error}`. */
export function renderFunctionError(refusal: Refusal): RenderedError {
  return { status: refusal.status, body: { success: false, error: refusal.message } }
}
