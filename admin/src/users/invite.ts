import { addressSchema } from '@site/contract/email'
import * as v from 'valibot'
import { command } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { parseAccount, unwrap } from './accounts.ts'

export const inviteUser = command({
  summary: 'create an account and send its owner an invitation mail',
  args: ['email'],
  examples: ['users invite ada@example.com'],
  async run({ args }, tools) {
    const email = args.email.trim().toLowerCase()
    if (!v.is(addressSchema, email)) throw new CommandFailure('usage', `"${args.email}" is no address.`)
    const site = await tools.site()
    const { user } = unwrap(site, await site.client.auth.admin.inviteUserByEmail(email))
    return { data: parseAccount(user), text: `${email} is invited; the mail is on its way.` }
  },
})
