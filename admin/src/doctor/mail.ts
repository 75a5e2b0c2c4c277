import { outboxMailCountsSchema } from '../rows.ts'
import { callRpc } from '../site.ts'
import { readSettingValues } from '../site-settings/read.ts'
import { pluralise } from '../view/text.ts'
import {
  createAdviceFinding,
  createBrokenFinding,
  createOkFinding,
  type DoctorCheck,
  type DoctorFinding,
} from './finding.ts'

const LATE_SECONDS = 15 * 60

/** Checks that mail is not paused, that no mail is overdue and that none failed permanently. */
export const checkMailDelivery: DoctorCheck = async ({ site, status }) => {
  const { mail_paused } = await readSettingValues(site, ['mail_paused'])
  const { waiting, given_up, overdue_seconds } = await callRpc(site, outboxMailCountsSchema, 'count_mail')
  const findings: DoctorFinding[] = []
  if (mail_paused === 'true') {
    findings.push(createAdviceFinding('mail', `paused, ${waiting} waiting; resume with: mail pause --off`))
  } else if (overdue_seconds > LATE_SECONDS) {
    const minutes = Math.round(overdue_seconds / 60)
    findings.push(
      createBrokenFinding(
        'mail',
        `one has been due for ${minutes} minutes: no server is sending mail, or the hourly limit is reached`,
      ),
    )
  } else findings.push(createOkFinding('mail', waiting === 0 ? 'nothing is waiting' : `${waiting} waiting, none late`))
  if (given_up > 0)
    findings.push(
      createAdviceFinding('mail', `${pluralise(given_up, 'mail')} given up: mail list, then mail retry --given-up`),
    )
  if (status?.sendsMail === false)
    findings.push(createAdviceFinding('mail', 'no SMTP_URL: mails are only written to files'))
  return findings
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
