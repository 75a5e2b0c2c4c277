import * as v from 'valibot'
import { command } from '../command.ts'
import { ADD_YES, NOTHING_DONE, YES_OPTION } from '../options.ts'
import { backupFolder } from '../settings.ts'
import { callFunction } from '../site.ts'
import { cancelEmailChange, findAccountsChangingTo, unwrap } from '../users/accounts.ts'
import { formatFacts } from '../view/table.ts'
import { updateErasedList } from './erased-list.ts'
import { parseAddressArgument } from './export.ts'
import { countsOf, findPerson } from './person.ts'

const erasedSchema = v.object({ signups: v.number(), messages: v.number(), mails: v.number() })

/** The command-line option for the folder of the backups and of the list of erased people. */
export const BACKUPS_OPTION = {
  backups: {
    type: 'string',
    value: 'FOLDER',
    help: 'the folder of the backups and of the list of erased people (./backups)',
  },
} as const

export const erasePerson = command({
  summary: 'erase one person: sign-up, messages, mails, account; spots stay as they are',
  args: ['email'],
  options: { ...BACKUPS_OPTION, ...YES_OPTION },
  examples: ['privacy erase ada@example.com', 'privacy erase ada@example.com --yes'],
  async run({ args, options }, tools) {
    const email = parseAddressArgument(args.email)
    const site = await tools.site()
    const person = await findPerson(site, email)
    const pending = await findAccountsChangingTo(site, email)
    const changes: [string, string] = ['Changes of address to it', String(pending.length)]
    if (!options.yes) {
      const facts = formatFacts([...countsOf(person), changes])
      const text = `What is kept under ${email}, and would be erased:\n\n${facts}\n\n${ADD_YES}`
      return { data: { done: false, ...person, changes: pending.length }, text, exitCode: NOTHING_DONE }
    }
    // The account is deleted first: if the command fails midway, its next run still finds the person's rows and erases them.
    if (person.account !== null) unwrap(site, await site.client.auth.admin.deleteUser(person.account.id))
    for (const account of pending) await cancelEmailChange(site, account)
    const erased = await callFunction(site, erasedSchema, 'erase_person', { email })
    const { file } = await updateErasedList(site, backupFolder(options.backups))
    const facts = formatFacts([
      ['Sign-ups', String(erased.signups)],
      ['Messages', String(erased.messages)],
      ['Mails in the outbox', String(erased.mails)],
      ['Account', person.account === null ? 'none' : 'deleted'],
      changes,
    ])
    return {
      data: { done: true, ...erased, account: person.account !== null, changes: pending.length, list: file },
      text: `Erased what was kept under ${email}:\n\n${facts}\n\nA keyed hash was added to ${file}: restoring an older backup erases this person again.`,
    }
  },
})
