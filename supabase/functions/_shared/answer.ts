import * as v from 'valibot'

/** `{success: true}` with what else the caller may know. */
export function succeed(facts: Record<string, number> = {}): Response {
  return Response.json({ success: true, ...facts })
}

/** `{success: false, error}` with a status that is no success. */
export function fail(status: number, error: string): Response {
  return Response.json({ success: false, error }, { status })
}

/** Refuses any method but POST; null when the request may go on. */
export function refuseOtherMethods(request: Request): Response | null {
  if (request.method === 'POST') return null
  const refusal = fail(405, 'This function answers POST only.')
  refusal.headers.set('allow', 'POST, OPTIONS')
  return refusal
}

/** A checked body, or the answer that refuses it: 400 with the first fault in the words of the schema. */
export async function readInput<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<{ input: v.InferOutput<Schema> } | { refusal: Response }> {
  const body: unknown = await request.json().catch(() => undefined)
  if (body === undefined) return { refusal: fail(400, 'The body must be JSON.') }
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return { input: parsed.output }
  return { refusal: fail(400, sentenceOf(parsed.issues[0].message)) }
}

/** Our sentences say what to do; those of the schema library name types, which is no use to a visitor. */
function sentenceOf(message: string): string {
  return message.startsWith('Invalid type') || message.startsWith('Invalid key')
    ? 'The body does not have the expected form.'
    : message
}
