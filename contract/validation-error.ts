import * as v from 'valibot'

/** A validation error: the message to show to the visitor, and the name of the invalid field, or null for an error of the whole input. */
export type ValidationError = { field: string | null; message: string }

/** Returns the first validation error of an input, in the order of the schema's fields, or null when the schema accepts it. */
export function findValidationError(schema: v.GenericSchema, input: unknown): ValidationError | null {
  const result = v.safeParse(schema, input)
  if (result.success) return null
  const [issue] = result.issues
  return { field: v.getDotPath(issue), message: issue.message }
}
