import { MailDeliveryError, type MailFault } from './services.ts'

type SmtpError = Error & {
  code?: unknown
  originalCode?: unknown
  responseCode?: unknown
  response?: unknown
  command?: unknown
}

/**
 * Matches the error codes with which Node.js rejects a TLS certificate: expired, self-signed, of another host, or of an unknown authority.
 */
const CERTIFICATE_CODE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/

/**
 * Converts an error of nodemailer to a `MailDeliveryError`. `server` is the address of the mail server. The message omits the text of the mail server's reply, which often contains the
 * recipient's address; the property `reply` has it.
 */
export function toDeliveryError(error: unknown, server: { host: string; port: number }): MailDeliveryError {
  const { code, originalCode, responseCode, response, command }: Partial<SmtpError> =
    error instanceof Error ? error : {}
  if (typeof originalCode === 'string' && CERTIFICATE_CODE.test(originalCode)) {
    return new MailDeliveryError(`The certificate of the mail server is not trusted: ${originalCode}`, 'server', {
      cause: error,
    })
  }
  if (typeof responseCode !== 'number') {
    // nodemailer calls every broken connection ESOCKET; the code of Node.js says whether it was refused, reset or not resolved.
    const reason = [originalCode, code].find((each) => typeof each === 'string') ?? 'unknown'
    return new MailDeliveryError(`No mail server at ${server.host}:${server.port}: ${reason}`, 'server', {
      cause: error,
    })
  }
  return describeRefusal(
    typeof command === 'string' ? command : '',
    typeof response === 'string' ? response : String(responseCode),
    error,
  )
}

/** Returns the error of a mail server's negative reply to an SMTP command. */
export function describeRefusal(command: string, reply: string, cause?: unknown): MailDeliveryError {
  const message = ['SMTP', reply.slice(0, 3), enhancedCodeOf(reply), command && `to ${command}`]
    .filter(Boolean)
    .join(' ')
  return new MailDeliveryError(message, faultOf(command, reply), { cause, reply })
}

/**
 * Returns what a negative reply is about. Only a 5xx reply to RCPT TO that says that the address does not exist is about the address. The
 * first digit decides nothing else: servers also send 5xx for an exceeded quota, a full mailbox, a policy, a wrong password or greylisting,
 * all of which come to an end.
 */
function faultOf(command: string, reply: string): MailFault {
  // Some servers refuse the sender only in the reply to RCPT TO, also as "User unknown".
  if (command === 'MAIL FROM' || /\bsender\b|\bfrom address\b/i.test(reply)) return 'server'
  const enhanced = enhancedCodeOf(reply)
  const saysNoSuchAddress =
    enhanced === undefined
      ? SAYS_NO_SUCH_ADDRESS.some((sentence) => sentence.test(reply))
      : NO_SUCH_ADDRESS.has(enhanced)
  if (command === 'RCPT TO' && reply.startsWith('5') && saysNoSuchAddress) return 'address'
  return RECIPIENT_CODE.test(enhanced ?? '') ? 'recipient' : 'server'
}

/** Matches the enhanced status codes about the recipient's address or mailbox. x.1.7 and x.1.8 are about the sender's address. */
const RECIPIENT_CODE = /^[45]\.(?:1\.(?:[0-6]|10)|2\.[1-4])$/

/**
 * Enhanced status codes (RFC 3463) for an address that does not exist: no such mailbox, no such domain, invalid syntax, and a null MX
 * record or, from Exchange, no such recipient (RFC 7505).
 */
const NO_SUCH_ADDRESS: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.10'])

/** Matches how servers without enhanced status codes (Exim, qmail, older Postfix, Yahoo) say that an address does not exist. */
const SAYS_NO_SUCH_ADDRESS: readonly RegExp[] = [
  /\b(?:no such|unknown|non-?existent) (?:user|recipient|mailbox|account|address|person|local part)\b/i,
  /\binvalid (?:recipient|mailbox)\b/i,
  /\b(?:user|recipient|mailbox|account)\b(?:(?![;:]|\. ).){0,80}\b(?:unknown|not found|no longer exists|does(?:n[’']t| not) exist)\b/i,
  /\brecipient address rejected: domain not found\b/i,
  /\bunrout(?:e)?able address\b/i,
  /\bno mailbox here by that name\b/i,
  /\bdoes(?:n[’']t| not) have an? \S+ account\b/i,
]

/** Returns the enhanced status code of a reply: after the reply code, or in parentheses at the end, as qmail writes it. */
function enhancedCodeOf(reply: string): string | undefined {
  const [, afterCode, inParentheses] =
    /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b|\(#(\d\.\d{1,3}\.\d{1,3})\b/.exec(reply) ?? []
  return afterCode ?? inParentheses
}
