import { mailCountSchema } from '../rows.ts'
import { call } from '../site.ts'
import { readSettings } from '../site-settings/read.ts'
import { counted } from '../view/text.ts'
import { advice, broken, type Check, type Finding, ok } from './finding.ts'

const LATE_SECONDS = 15 * 60

/** Mail leaves in time. */
export const checkMail: Check = async ({ site, status }) => {
  const { mail_paused } = await readSettings(site, ['mail_paused'])
  const { waiting, given_up, overdue_seconds } = await call(site, mailCountSchema, 'count_mail')
  const findings: Finding[] = []
  if (mail_paused === 'true') {
    findings.push(advice('mail', `paused, ${waiting} waiting; go on with: mail pause --off`))
  } else if (overdue_seconds > LATE_SECONDS) {
    const minutes = Math.round(overdue_seconds / 60)
    findings.push(
      broken(
        'mail',
        `one has been due for ${minutes} minutes: nobody empties the outbox, or the hour's ceiling is reached`,
      ),
    )
  } else findings.push(ok('mail', waiting === 0 ? 'nothing waits' : `${waiting} waiting, none late`))
  if (given_up > 0)
    findings.push(advice('mail', `${counted(given_up, 'mail')} given up: mail list, then mail retry --given-up`))
  if (status?.sendsMail === false) findings.push(advice('mail', 'no SMTP_URL: every mail is only written to a file'))
  return findings
}

/** What the founder must put into the domain's DNS, so that mail arrives. Shown, not looked up: only the founder knows the host. */
export const adviseMailRecords: Check = async ({ status }) => {
  if (status?.sendsMail !== true) return []
  const domain = /@([^@>\s]+)>?$/.exec(status.mailFrom ?? '')?.[1] ?? status.domain
  return [
    advice(
      'mail records',
      [
        `see that the DNS of ${domain} has these, with your mail host's own values`,
        `${domain}. TXT "v=spf1 include:<your mail host> -all"`,
        `<selector>._domainkey.${domain}. TXT "v=DKIM1; k=rsa; p=<key from your mail host>"`,
        `_dmarc.${domain}. TXT "v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}"`,
      ].join('\n'),
    ),
  ]
}
