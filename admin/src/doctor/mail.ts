import * as v from 'valibot'
import { formatMailTrouble, readMailState } from '../mail/read-state.ts'
import { pluralise } from '../view/text.ts'
import { advice, broken, type DoctorCheck, notChecked, ok } from './finding.ts'

const answerSchema = v.object({ accepts: v.boolean(), answer: v.string() })

/**
 * Checks four things: mail is not paused, the mail server accepts mail, no mail is overdue, and no mail was given up. Then lists the DNS
 * records that the operator must set for SPF, DKIM and DMARC. Does not query the DNS, because only the mail host knows the correct values.
 */
export const checkMail: DoctorCheck = async function* ({ site, status }) {
  const { counts, trouble } = await readMailState(site)
  const { waiting, given_up } = counts
  if (trouble === null) yield ok('mail', waiting === 0 ? 'nothing is waiting' : `${waiting} waiting, none late`)
  else {
    const isBroken = trouble.kind === 'failing' || trouble.kind === 'late'
    yield (isBroken ? broken : advice)('mail', formatMailTrouble(trouble))
  }
  if (given_up > 0)
    yield advice('mail', `${pluralise(given_up, 'email')} given up: mail list, then mail retry --given-up`)
  if (status?.sendsMail === false) {
    yield advice('mail', 'no SMTP_URL: emails are only written to files')
    return
  }
  // The site itself asks the mail server, with the connection, login and sender of its mails: another client may be treated differently.
  const { data } = await site.client.functions.invoke<unknown>('deliver-mail', { body: { check: true } })
  const parsed = v.safeParse(answerSchema, data)
  if (!parsed.success) yield notChecked('mail server', 'the function deliver-mail is not deployed, or older')
  else if (parsed.output.accepts) yield ok('mail server', `accepts mail: ${parsed.output.answer}`)
  else yield broken('mail server', `accepts no mail: ${parsed.output.answer}`)
  if (status === null) return
  const domain = /@([^@>\s]+)>?$/.exec(status.mailFrom ?? '')?.[1] ?? status.domain
  const records = [
    `check that the DNS of ${domain} has these, with your mail host's own values`,
    `${domain}. TXT "v=spf1 include:<your mail host> -all"`,
    `<selector>._domainkey.${domain}. TXT "v=DKIM1; k=rsa; p=<key from your mail host>"`,
    `_dmarc.${domain}. TXT "v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}"`,
  ]
  yield advice('mail records', records.join('\n'))
}
