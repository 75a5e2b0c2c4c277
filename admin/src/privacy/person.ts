import * as v from 'valibot'
import { mailSchema, messageSchema, signupSchema } from '../rows.ts'
import { callFunction, type SiteClient } from '../site.ts'
import { type AdminAccount, findAccount } from '../users/accounts.ts'

const personSchema = v.object({
  signups: v.array(signupSchema),
  messages: v.array(messageSchema),
  mails: v.array(v.looseObject(mailSchema.entries)),
})

/** The rows and the account that the site stores about one email address. */
export type PersonRecord = v.InferOutput<typeof personSchema> & { account: AdminAccount | null }

/** Finds all rows that contain an email address, and the account with this address. */
export async function findPerson(site: SiteClient, email: string): Promise<PersonRecord> {
  const rows = await callFunction(site, personSchema, 'find_person', { email })
  return { ...rows, account: await findAccount(site, email) }
}

/** Returns labelled counts of a person's rows, for `formatFacts`. */
export function countsOf({ signups, messages, mails, account }: PersonRecord): [string, string][] {
  return [
    ['Sign-ups', String(signups.length)],
    ['Messages', String(messages.length)],
    ['Mails in the outbox', String(mails.length)],
    ['Account', account === null ? 'none' : account.id],
  ]
}
