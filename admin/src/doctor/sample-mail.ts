import type { ServerStatus } from '../server-status.ts'
import { createAdviceFinding, createBrokenFinding, createOkFinding, type DoctorFinding } from './finding.ts'

type Sample = Pick<ServerStatus, 'sampleMailHeaders' | 'domain'>

const LINE_MAX = 998 // the maximum line length in characters (RFC 5322, 2.1.1)

/** Checks the headers of a sample mail that the server rendered with its current settings. Skips backends without a sample. */
export async function checkSampleMail({ status }: { status: Sample | null }): Promise<DoctorFinding[]> {
  return status === null ? [] : [assessSampleMailHeaders(status)]
}

/**
 * Returns a `broken` finding for faulty mail headers. Returns `advice` when the sender's domain is not the site's domain, because
 * DMARC requires the two to align.
 */
export function assessSampleMailHeaders({ sampleMailHeaders, domain }: Sample): DoctorFinding {
  const { faults, sender } = validateMailHeaders(sampleMailHeaders)
  if (faults.length > 0) return createBrokenFinding('mail headers', faults.join('; '))
  const its = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase()
  if (its === domain || its.endsWith(`.${domain}`))
    return createOkFinding('mail headers', 'a sample mail has all of them')
  return createAdviceFinding(
    'mail headers',
    `mail comes from ${its}, not from ${domain}, so its SPF, DKIM and DMARC apply, not yours`,
  )
}

/** Validates the header lines of a mail (RFC 5322). Returns a description of each fault and the address of the sender. */
export function validateMailHeaders(source: string): { faults: string[]; sender: string } {
  const faults: string[] = []
  const lines = source.split('\r\n')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check searches for control characters.
  if (lines.some((line) => /[^\x20-\x7e\t]/.test(line))) faults.push('a line has characters other than plain ASCII')
  if (lines.some((line) => line.length > LINE_MAX)) faults.push(`a line is longer than ${LINE_MAX} characters`)
  // Folding: a line that begins with white space continues the previous line (RFC 5322, 2.2.3).
  const fields = source.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')
  const valueOf = (name: string): string => {
    const values = fields.filter((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    if (values.length !== 1) faults.push(`${name} occurs ${values.length} times`)
    return values[0]?.slice(name.length + 1).trim() ?? ''
  }
  const fieldsOnce = {
    from: valueOf('From'),
    to: valueOf('To'),
    subject: valueOf('Subject'),
    date: valueOf('Date'),
    id: valueOf('Message-ID'),
    version: valueOf('MIME-Version'),
    type: valueOf('Content-Type'),
    submitted: valueOf('Auto-Submitted'),
  }
  const sender = /<?([^\s<>,]+@[^\s<>,]+)>?$/.exec(fieldsOnce.from)?.[1] ?? ''
  if (sender === '') faults.push('From is not an address')
  if (!/^[^\s,]+@[^\s,]+$/.test(fieldsOnce.to)) faults.push('To is not one address')
  if (Number.isNaN(Date.parse(fieldsOnce.date))) faults.push('Date is not a date')
  if (!/^<[^\s<>]+@[^\s<>]+>$/.test(fieldsOnce.id)) faults.push('Message-ID is not valid')
  if (!fieldsOnce.type.startsWith('multipart/alternative;')) faults.push('it is not in two parts')
  if (fieldsOnce.submitted !== 'auto-generated') faults.push('Auto-Submitted does not say auto-generated')
  return { faults, sender }
}
