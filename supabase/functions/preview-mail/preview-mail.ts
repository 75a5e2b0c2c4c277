import * as v from 'valibot'
import { composeMail } from '../_shared/mails/compose.ts'
import { findMailKind, MAIL_KINDS } from '../_shared/mails/kinds.ts'
import { sampleMailData } from '../_shared/mails/sample-data.ts'
import { createErrorResponse, parseJsonInput, rejectNonPostRequest } from '../_shared/response.ts'
import type { SiteEdgeFunction } from '../_shared/services.ts'

const inputSchema = v.object({ kind: v.optional(v.string()) })

/**
 * POST {kind} with the secret key. Responds with the mail of a kind as this site would send it, composed from sample data, and with that
 * data; without `kind`, only with the names of all kinds. Sends nothing.
 */
export const previewMail: SiteEdgeFunction = async (request, services) => {
  const otherMethod = rejectNonPostRequest(request)
  if (otherMethod) return otherMethod
  if (services.caller.role !== 'service_role') return createErrorResponse(403, 'This needs the secret key.')
  const read = await parseJsonInput(request, inputSchema)
  if ('refusal' in read) return read.refusal
  const { kind } = read.input
  const kinds = Object.keys(MAIL_KINDS)
  if (kind === undefined) return Response.json({ success: true, kinds })
  if (findMailKind(kind) === undefined) return createErrorResponse(404, 'There is no mail of this kind.')
  const row = { id: 'preview', kind, recipient: null, data: sampleMailData }
  const mail = composeMail(row, services, services.mailFrom)
  return Response.json({ success: true, kinds, mail, data: sampleMailData })
}
