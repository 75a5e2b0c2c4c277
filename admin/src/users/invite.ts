import { defineCommand } from '../command.ts'
import { parseAddressArgument } from '../privacy/export.ts'
import { ACCOUNT_FIELDS } from '../shown-fields.ts'
import { parseAccount, unwrapAuthResponse } from './accounts.ts'

export const inviteUserCommand = defineCommand({
  kind: 'writes',
  summary: 'create an account and email its owner an invitation',
  args: ['email'],
  page: { reason: 'It emails an address that has not signed up; the command line is enough.' },
  assistant: { shows: ACCOUNT_FIELDS },
  examples: ['users invite ada@example.com'],
  async run({ args }, tools) {
    const email = parseAddressArgument(args.email)
    const site = await tools.site()
    const { user } = unwrapAuthResponse(site, await site.client.auth.admin.inviteUserByEmail(email))
    return { data: parseAccount(user), text: `${email} is invited; the email is on its way.` }
  },
})
