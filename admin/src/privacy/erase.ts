import * as v from 'valibot'
import { command } from '../command.ts'
import { ADD_YES, NOTHING_DONE, YES } from '../options.ts'
import { backupFolder } from '../settings.ts'
import { call } from '../site.ts'
import { answered, endChange, findPendingFor } from '../users/accounts.ts'
import { formatFacts } from '../view/table.ts'
import { keepErasedList } from './erased-list.ts'
import { readAddress } from './export.ts'
import { countsOf, findPerson } from './person.ts'

const erasedSchema = v.object({ signups: v.number(), messages: v.number(), mails: v.number() })

/** The option that says where backups and the list of the erased are. */
export const BACKUPS = {
  backups: {
    type: 'string',
    value: 'FOLDER',
    help: 'where backups are kept (./backups), and with them who was erased',
  },
} as const

/** `privacy erase`. */
export const erasePerson = command({
  summary: 'erase one person: sign-up, messages, mails, account; spots stay as they are',
  args: ['email'],
  options: { ...BACKUPS, ...YES },
  examples: ['privacy erase ada@example.com', 'privacy erase ada@example.com --yes'],
  async run({ args, options }, tools) {
    const email = readAddress(args.email)
    const site = await tools.site()
    const person = await findPerson(site, email)
    const pending = await findPendingFor(site, email)
    const changes: [string, string] = ['Changes of address to it', String(pending.length)]
    if (!options.yes) {
      const facts = formatFacts([...countsOf(person), changes])
      const text = `What is kept under ${email}, and would be erased:\n\n${facts}\n\n${ADD_YES}`
      return { data: { done: false, ...person, changes: pending.length }, text, exitCode: NOTHING_DONE }
    }
    // The account first: were this to stop in between, calling again finds and erases the rest.
    if (person.account !== null) answered(site, await site.client.auth.admin.deleteUser(person.account.id))
    for (const account of pending) await endChange(site, account)
    const erased = await call(site, erasedSchema, 'erase_person', { email })
    const { file } = await keepErasedList(site, backupFolder(options.backups))
    const facts = formatFacts([
      ['Sign-ups', String(erased.signups)],
      ['Messages', String(erased.messages)],
      ['Mails in the outbox', String(erased.mails)],
      ['Account', person.account === null ? 'none' : 'deleted'],
      changes,
    ])
    return {
      data: { done: true, ...erased, account: person.account !== null, changes: pending.length, list: file },
      text: `Erased what was kept under ${email}:\n\n${facts}\n\nA keyed hash is noted in ${file}, so that an older backup erases again.`,
    }
  },
})
