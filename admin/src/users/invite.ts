import { emailAddressSchema } from '@site/contract/email'
import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { parseAccount, unwrapAuthResponse } from './accounts.ts'

export const inviteUserCommand = defineCommand({
  kind: 'writes',
  summary: 'create an account and send its owner an invitation mail',
  args: ['email'],
  examples: ['users invite ada@example.com'],
  async run({ args }, tools) {
    const email = args.email.trim().toLowerCase()
    if (!v.is(emailAddressSchema, email)) throw new CommandFailure('usage', `"${args.email}" is not an email address.`)
    const site = await tools.site()
    const { user } = unwrapAuthResponse(site, await site.client.auth.admin.inviteUserByEmail(email))
    return { data: parseAccount(user), text: `${email} is invited; the mail is on its way.` }
  },
})
