import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { createPreview, YES_OPTION } from '../options.ts'
import { resolveBackupFolder } from '../settings.ts'
import { callRpc } from '../site.ts'
import { cancelEmailChange, findAccountsChangingTo, unwrapAuthResponse } from '../users/accounts.ts'
import { formatNameValueList } from '../view/table.ts'
import { updateErasedList } from './erased-list.ts'
import { parseAddressArgument } from './export.ts'
import { findPersonRecord, summarisePersonRecord } from './person.ts'

const erasedSchema = v.object({ signups: v.number(), messages: v.number(), mails: v.number(), events: v.number() })

/** The command-line option for the folder of the backups and of the list of erased people. */
export const BACKUP_FOLDER_OPTION = {
  backups: {
    type: 'string',
    value: 'FOLDER',
    help: 'the folder of the backups and of the list of erased people (./backups)',
  },
} as const

export const erasePersonCommand = defineCommand({
  kind: 'writes',
  summary: 'erase one person: sign-up, messages, emails, events, account; spots stay as they are',
  args: ['email'],
  options: { ...BACKUP_FOLDER_OPTION, ...YES_OPTION },
  assistant: {
    shows: ['done', 'signups', 'payments', 'messages', 'mails', 'events', 'account', 'changes'],
  },
  examples: ['privacy erase ada@example.com', 'privacy erase ada@example.com --yes'],
  async run({ args, options }, tools) {
    const email = parseAddressArgument(args.email)
    const site = await tools.site()
    const person = await findPersonRecord(site, email)
    // Deleting the person's own account ends its pending change, too.
    const pending = (await findAccountsChangingTo(site, email)).filter(({ id }) => id !== person.account?.id)
    const changes: [string, string] = ['Changes of address to it', String(pending.length)]
    if (!options.yes) {
      const facts = formatNameValueList([...summarisePersonRecord(person), changes])
      const text = `The site has this about ${email}, and would erase it:\n\n${facts}\n`
      return createPreview({ ...person, changes: pending.length }, text)
    }
    // The account is deleted first: if the command fails midway, its next run still finds the person's rows and erases them.
    if (person.account !== null) unwrapAuthResponse(site, await site.client.auth.admin.deleteUser(person.account.id))
    for (const account of pending) await cancelEmailChange(site, account)
    const erased = await callRpc(site, erasedSchema, 'erase_person', { email })
    const { file } = await updateErasedList(site, resolveBackupFolder(options.backups))
    const facts = formatNameValueList([
      ['Sign-ups', String(erased.signups)],
      ['Messages', String(erased.messages)],
      ['Emails in the outbox', String(erased.mails)],
      ['Webhook events', String(erased.events)],
      ['Account', person.account === null ? 'none' : 'deleted'],
      changes,
    ])
    return {
      data: { done: true, ...erased, account: person.account !== null, changes: pending.length, list: file },
      text: `Erased everything about ${email}:\n\n${facts}\n\nA keyed hash was added to ${file}: restoring an older backup erases this person again.`,
    }
  },
})
