import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { parseIdPrefix, requireSingleMatch } from '../options.ts'
import type { OutboxMail, Signup } from '../rows.ts'
import { MAIL_FIELDS, MESSAGE_FIELDS, SIGNUP_FIELDS } from '../shown-fields.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'
import { formatNameValueList } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'
import { parseAddressArgument } from './export.ts'
import { findPersonRecord, findPersonRows, summarisePersonRecord } from './person.ts'

export const showPersonCommand = defineCommand({
  kind: 'reads',
  summary: 'show what the site stores about one person, by address or by the id of a sign-up or message',
  args: ['who'],
  options: {
    'without-account': { type: 'boolean', help: 'do not look for the account; faster when there are many accounts' },
  },
  assistant: { shows: ['signups', 'messages', 'mails', ...SIGNUP_FIELDS, ...MESSAGE_FIELDS, ...MAIL_FIELDS] },
  examples: ['privacy show ada@example.com', 'privacy show 3f2a9c10'],
  async run({ args, options }, tools) {
    const site = await tools.site()
    const address = args.who.includes('@') ? parseAddressArgument(args.who) : await findAddressById(site, args.who)
    const person = options['without-account']
      ? { ...(await findPersonRows(site, address)), account: null }
      : await findPersonRecord(site, address)
    const moments: [string, string][] = [
      ...person.signups.flatMap(describeSignup),
      ...person.mails.map(({ kind, ...mail }): [string, string] => [kind, describeMail(mail)]),
    ]
    return {
      data: { address, ...person },
      text: formatNameValueList([['Address', address], ...summarisePersonRecord(person), ...moments]),
    }
  },
})

function describeSignup({ created_at, confirm_by, confirmed_at }: Signup): [string, string][] {
  return [
    ['Signed up', formatLocalDateTime(created_at)],
    ...(confirmed_at ? [['Confirmed', formatLocalDateTime(confirmed_at)] as [string, string]] : []),
    ...(confirm_by
      ? [['Not confirmed, asked to confirm by', formatLocalDateTime(confirm_by)] as [string, string]]
      : []),
  ]
}

function describeMail({ sent_at, gave_up_at }: Pick<OutboxMail, 'sent_at' | 'gave_up_at'>): string {
  if (sent_at !== null) return `sent ${formatLocalDateTime(sent_at)}`
  return gave_up_at === null ? 'waiting' : `given up ${formatLocalDateTime(gave_up_at)}`
}

/** Returns the address of a sign-up or of the sender of a message. */
async function findAddressById(site: SiteClient, id: string): Promise<string> {
  const { from, to } = parseIdPrefix(id)
  const find = (table: 'early_access_users' | 'contact_messages') =>
    awaitQueryResult(
      site,
      v.array(v.object({ email: v.string() })),
      site.client.from(table).select('email').gte('id', from).lte('id', to).limit(2),
    )
  const rows = [...(await find('early_access_users')), ...(await find('contact_messages'))]
  return requireSingleMatch(rows, id, 'sign-up or message').email
}
