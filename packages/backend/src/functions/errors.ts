import { defineErrors, type Refusal, type RenderedError } from '../http/errors.ts'

/** The errors of calling a site function, such as an unknown name or a timeout. The function's own errors are defined in the function. */
export const edgeFunctionErrors = defineErrors({
  unknownFunction: { status: 404, code: 'unknown_function', message: 'There is no function of this name.' },
  notLoaded: { status: 500, code: 'function_not_loaded', message: 'The function could not be loaded.' },
  tooSlow: { status: 504, code: 'function_timeout', message: 'The function took too long to answer.' },
})

/**
 * Renders an error in the format of the functions' own errors: `{success: false, error}`. A rejected key or token also gets the header by
 * which functions-js distinguishes an error of the relay (`FunctionsRelayError`) from one of the function.
 */
export function renderEdgeFunctionError({ status, message }: Refusal): RenderedError {
  const headers = status === 401 ? { 'x-relay-error': 'true' } : {}
  return { status, body: { success: false, error: message }, headers }
}
