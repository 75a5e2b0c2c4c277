import * as v from 'valibot'

/** Returns a 200 response `{success: true}`, with the given fields added. */
export function createSuccessResponse(facts: Record<string, number> = {}): Response {
  return Response.json({ success: true, ...facts })
}

/** Returns a response `{success: false, error}` with the given error status. */
export function createErrorResponse(status: number, error: string): Response {
  return Response.json({ success: false, error }, { status })
}

/** Returns a 405 response for any method other than POST, or null for POST. */
export function rejectNonPostRequest(request: Request): Response | null {
  if (request.method === 'POST') return null
  const refusal = createErrorResponse(405, 'This function answers POST only.')
  refusal.headers.set('allow', 'POST, OPTIONS')
  return refusal
}

/** Parses and validates a JSON body. Returns the input, or a 400 response with the first validation error. */
export async function parseJsonInput<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<{ input: v.InferOutput<Schema> } | { refusal: Response }> {
  const body: unknown = await request.json().catch(() => undefined)
  if (body === undefined) return { refusal: createErrorResponse(400, 'The body must be JSON.') }
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return { input: parsed.output }
  return { refusal: createErrorResponse(400, sentenceOf(parsed.issues[0].message)) }
}

/** Replaces a default message of the schema library by a general one, because default messages name types and mean nothing to a visitor. */
function sentenceOf(message: string): string {
  return message.startsWith('Invalid type') || message.startsWith('Invalid key')
    ? 'The body does not have the expected form.'
    : message
}
