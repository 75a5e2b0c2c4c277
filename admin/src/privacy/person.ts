import * as v from 'valibot'
import { mailSchema, messageSchema, signupSchema } from '../rows.ts'
import { call, type Site } from '../site.ts'
import { type Account, findAccount } from '../users/accounts.ts'

const keptSchema = v.object({
  signups: v.array(signupSchema),
  messages: v.array(messageSchema),
  mails: v.array(v.looseObject(mailSchema.entries)),
})

/** What the site keeps of one person. */
export type Person = v.InferOutput<typeof keptSchema> & { account: Account | null }

/** Everything under an address: sign-up, messages, mails, account. */
export async function findPerson(site: Site, email: string): Promise<Person> {
  const kept = await call(site, keptSchema, 'find_person', { email })
  return { ...kept, account: await findAccount(site, email) }
}

/** How much there is of each kind, for people. */
export function countsOf({ signups, messages, mails, account }: Person): [string, string][] {
  return [
    ['Sign-ups', String(signups.length)],
    ['Messages', String(messages.length)],
    ['Mails in the outbox', String(mails.length)],
    ['Account', account === null ? 'none' : account.id],
  ]
}
