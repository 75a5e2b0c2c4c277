import * as v from 'valibot'

/** A validation error: the message for the visitor, and the field it belongs to, or null when it belongs to none. */
export type ValidationError = { field: string | null; message: string }

/** Returns the first validation error of an input, in the order of the schema's fields, or null when the schema accepts it. */
export function findValidationError(schema: v.GenericSchema, input: unknown): ValidationError | null {
  const result = v.safeParse(schema, input)
  if (result.success) return null
  const [issue] = result.issues
  return { field: v.getDotPath(issue), message: issue.message }
}
