import { parseEmailAddress } from '@site/contract/email'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { MAIL_FIELDS, MESSAGE_FIELDS, PAYMENT_EVENT_FIELDS, SIGNUP_FIELDS } from '../shown-fields.ts'
import type { SiteClient } from '../site.ts'
import { unwrapAuthResponse } from '../users/accounts.ts'
import { writeAtomically } from '../write-atomically.ts'
import { findPersonRecord } from './person.ts'

export const exportPersonCommand = defineCommand({
  kind: 'reads',
  recording: 'attempted',
  summary: 'export everything the site stores about one person, as JSON',
  args: ['email'],
  options: { to: { type: 'string', value: 'FILE', help: 'write here; - or without it: to the terminal' } },
  assistant: {
    shows: [
      ...['signups', 'payments', 'messages', 'mails', 'events', 'copied_at'],
      ...[...SIGNUP_FIELDS, ...PAYMENT_EVENT_FIELDS, ...MESSAGE_FIELDS, ...MAIL_FIELDS],
    ],
  },
  examples: ['privacy export ada@example.com --to ada.json'],
  async run({ args, options }, tools) {
    const email = parseAddressArgument(args.email)
    const site = await tools.site()
    const { account, ...kept } = await findPersonRecord(site, email)
    const copy = {
      address: email,
      copied_at: new Date().toISOString(),
      ...kept,
      account: account === null ? null : await wholeAccount(site, account.id),
    }
    const isNothing = account === null && Object.values(kept).every((rows) => rows.length === 0)
    if (isNothing) tools.note(`The site has nothing about ${email}.`)
    const text = JSON.stringify(copy, null, 2)
    if (options.to === undefined || options.to === '-') return { data: copy, text }
    await writeAtomically(options.to, `${text}\n`)
    return { data: { file: options.to }, text: `Everything about ${email} is in ${options.to}.` }
  },
})

/** Parses an email address from the command line to the form in which it is stored. Throws a `usage` CommandFailure when it is invalid. */
export function parseAddressArgument(text: string): string {
  const email = parseEmailAddress(text)
  if (email !== null) return email
  throw new CommandFailure('usage', `"${text}" is not an email address.`)
}

/** Returns the account with its identities and multi-factor authentication factors, which the list endpoint omits. */
async function wholeAccount(site: SiteClient, id: string): Promise<unknown> {
  return unwrapAuthResponse(site, await site.client.auth.admin.getUserById(id)).user
}
