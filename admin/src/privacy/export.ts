import { addressSchema } from '@site/contract/email'
import * as v from 'valibot'
import { command } from '../command.ts'
import { Failure } from '../failures.ts'
import type { Site } from '../site.ts'
import { answered } from '../users/accounts.ts'
import { writeWhole } from '../whole-file.ts'
import { findPerson } from './person.ts'

/** `privacy export`. */
export const exportPerson = command({
  summary: 'everything the site keeps of one person, as JSON, to give to them',
  args: ['email'],
  options: { to: { type: 'string', value: 'FILE', help: 'write here; - or without it: to the terminal' } },
  examples: ['privacy export ada@example.com --to ada.json'],
  async run({ args, options }, tools) {
    const email = readAddress(args.email)
    const site = await tools.site()
    const { account, ...kept } = await findPerson(site, email)
    const copy = {
      address: email,
      copied_at: new Date().toISOString(),
      ...kept,
      account: account === null ? null : await wholeAccount(site, account.id),
    }
    const isNothing = account === null && Object.values(kept).every((rows) => rows.length === 0)
    if (isNothing) tools.note(`The site keeps nothing under ${email}.`)
    const text = JSON.stringify(copy, null, 2)
    if (options.to === undefined || options.to === '-') return { data: copy, text }
    await writeWhole(options.to, lines(text))
    return { data: { file: options.to }, text: `Everything about ${email} is in ${options.to}.` }
  },
})

/** Reads an address from the command line. Refuses what is none. */
export function readAddress(text: string): string {
  const email = text.trim().toLowerCase()
  if (v.is(addressSchema, email)) return email
  throw new Failure('usage', `"${text}" is no address.`)
}

/** With identities and factors, which a list leaves out. */
async function wholeAccount(site: Site, id: string): Promise<unknown> {
  return answered(site, await site.client.auth.admin.getUserById(id)).user
}

async function* lines(text: string): AsyncGenerator<string> {
  yield `${text}\n`
}
