import * as v from 'valibot'

/** The first thing that is wrong with an input: the sentence for the visitor, and the field it belongs to if there is one. */
export type Fault = { field: string | null; message: string }

/** Answers the first fault of an input, in the order of the schema's fields, or null when the schema accepts it. */
export function findFault(schema: v.GenericSchema, input: unknown): Fault | null {
  const result = v.safeParse(schema, input)
  if (result.success) return null
  const [issue] = result.issues
  return { field: v.getDotPath(issue), message: issue.message }
}
