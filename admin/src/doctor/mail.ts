import * as v from 'valibot'
import { formatMailTrouble, readMailState } from '../mail/read-state.ts'
import { pluralise } from '../view/text.ts'
import {
  createAdviceFinding,
  createBrokenFinding,
  createOkFinding,
  type DoctorCheck,
  type DoctorFinding,
} from './finding.ts'

/** Checks that mail is not paused, that the mail server accepts mail, that no mail is overdue and that none was given up. */
export const checkMailDelivery: DoctorCheck = async ({ site, status }) => {
  const { counts, trouble } = await readMailState(site)
  const { waiting, given_up } = counts
  const findings: DoctorFinding[] = []
  if (trouble === null) {
    findings.push(createOkFinding('mail', waiting === 0 ? 'nothing is waiting' : `${waiting} waiting, none late`))
  } else if (trouble.kind === 'failing' || trouble.kind === 'late') {
    findings.push(createBrokenFinding('mail', formatMailTrouble(trouble)))
  } else findings.push(createAdviceFinding('mail', formatMailTrouble(trouble)))
  if (given_up > 0)
    findings.push(
      createAdviceFinding('mail', `${pluralise(given_up, 'email')} given up: mail list, then mail retry --given-up`),
    )
  if (status?.sendsMail === false)
    findings.push(createAdviceFinding('mail', 'no SMTP_URL: emails are only written to files'))
  return findings
}

const mailServerAnswerSchema = v.object({ accepts: v.boolean(), answer: v.string() })

/**
 * Asks the mail server whether it accepts mail, and shows its answer. The site itself asks, with the connection, login and sender of its
 * mails, because the mail server may treat another client differently.
 */
export const checkMailServer: DoctorCheck = async ({ site, status }) => {
  if (status?.sendsMail === false) return []
  const { data } = await site.client.functions.invoke<unknown>('deliver-mail', { body: { check: true } })
  const parsed = v.safeParse(mailServerAnswerSchema, data)
  if (!parsed.success)
    return [{ state: 'not checked', what: 'mail server', text: 'the function deliver-mail is not deployed, or older' }]
  const { accepts, answer } = parsed.output
  return [
    accepts
      ? createOkFinding('mail server', `accepts mail: ${answer}`)
      : createBrokenFinding('mail server', `accepts no mail: ${answer}`),
  ]
}

/**
 * Lists the DNS records for SPF, DKIM and DMARC. Does not query the DNS, because only the operator knows the correct values of the
 * mail host.
 */
export const adviseMailDnsRecords: DoctorCheck = async ({ status }) => {
  if (status?.sendsMail !== true) return []
  const domain = /@([^@>\s]+)>?$/.exec(status.mailFrom ?? '')?.[1] ?? status.domain
  return [
    createAdviceFinding(
      'mail records',
      [
        `check that the DNS of ${domain} has these, with your mail host's own values`,
        `${domain}. TXT "v=spf1 include:<your mail host> -all"`,
        `<selector>._domainkey.${domain}. TXT "v=DKIM1; k=rsa; p=<key from your mail host>"`,
        `_dmarc.${domain}. TXT "v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}"`,
      ].join('\n'),
    ),
  ]
}
