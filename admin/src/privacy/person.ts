import * as v from 'valibot'
import {
  contactMessageRowSchema,
  outboxMailRowSchema,
  paymentEventRowSchema,
  signupRowSchema,
  webhookEventRowSchema,
} from '../rows.ts'
import { callRpc, type SiteClient } from '../site.ts'
import { type AdminAccount, findAccount } from '../users/accounts.ts'

/** The rows keep columns that this program does not know, and answers to messages: an export must be whole. */
const personSchema = v.object({
  signups: v.array(v.looseObject(signupRowSchema.entries)),
  payments: v.array(v.looseObject(paymentEventRowSchema.entries)),
  messages: v.array(v.looseObject(contactMessageRowSchema.entries)),
  mails: v.array(v.looseObject(outboxMailRowSchema.entries)),
  events: v.array(v.looseObject(webhookEventRowSchema.entries)),
})

/** The rows and the account that the site stores about one email address. */
export type PersonRecord = v.InferOutput<typeof personSchema> & { account: AdminAccount | null }

/** Finds all rows that contain an email address, and the account with this address. */
export async function findPersonRecord(site: SiteClient, email: string): Promise<PersonRecord> {
  return { ...(await findPersonRows(site, email)), account: await findAccount(site, email) }
}

/** Finds all rows that contain an email address. Does not search for the account, because the auth service scans all accounts for it. */
export function findPersonRows(site: SiteClient, email: string): Promise<v.InferOutput<typeof personSchema>> {
  return callRpc(site, personSchema, 'find_person', { email })
}

/** Returns labelled counts of a person's rows, for `formatNameValueList`. */
export function summarisePersonRecord({
  signups,
  payments,
  messages,
  mails,
  events,
  account,
}: PersonRecord): [string, string][] {
  return [
    ['Sign-ups', String(signups.length)],
    ['Events about payments', String(payments.length)],
    ['Messages', String(messages.length)],
    ['Emails in the outbox', String(mails.length)],
    ['Webhook events', String(events.length)],
    ['Account', account === null ? 'none' : account.id],
  ]
}
