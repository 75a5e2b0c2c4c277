import { parseEmailAddress } from '@site/contract/email'
import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { parseRequiredReason, REQUIRED_REASON_OPTION } from '../options.ts'
import { signupRowSchema } from '../rows.ts'
import { SIGNUP_FIELDS } from '../shown-fields.ts'
import { callRpc } from '../site.ts'
import { sanitiseForTerminal } from '../view/text.ts'
import { findSignup } from './pages.ts'

export const correctSignupCommand = defineCommand({
  kind: 'writes',
  summary: 'correct the name or address of a sign-up, or clear its flag; unsent emails go to the new address',
  privateTexts: ['name'],
  args: ['id'],
  options: {
    name: { type: 'string', value: 'NAME', help: 'the correct name' },
    email: { type: 'string', value: 'ADDRESS', help: 'the correct address' },
    'clear-flag': { type: 'boolean', help: 'the sign-up needs no more review' },
    ...REQUIRED_REASON_OPTION,
  },
  assistant: { shows: SIGNUP_FIELDS },
  examples: [
    'signups correct 3f2a9c10 --email ada@example.com --reason "a typing error, she wrote to us"',
    'signups correct 3f2a9c10 --clear-flag --reason "compared with the payment provider"',
  ],
  findAddressee: async ({ args }, tools) => (await findSignup(await tools.site(), args.id)).email,
  async run({ args, options }, tools) {
    parseRequiredReason(options.reason)
    const { name = null } = options
    const email = options.email === undefined ? null : parseEmailAddress(options.email)
    if (options.email !== undefined && email === null) {
      throw new CommandFailure('usage', `"${options.email}" is not an email address.`)
    }
    if (name === null && email === null && !options['clear-flag']) {
      throw new CommandFailure('usage', 'Say what to correct: --name, --email or --clear-flag.')
    }
    const site = await tools.site()
    const { id } = await findSignup(site, args.id)
    const wanted = { signup_id: id, name, email, clears_flag: options['clear-flag'] }
    const corrected = await callRpc(site, signupRowSchema, 'correct_signup', wanted).catch((failure: unknown) => {
      throw describeViolation(failure)
    })
    const flag = corrected.flag_reason === null ? '' : ` To review: ${corrected.flag_reason}.`
    const text = `The sign-up is corrected: ${corrected.name}, ${corrected.email}.${flag}`
    return { data: corrected, text: sanitiseForTerminal(text) }
  },
})

/** The messages for violated constraints, by SQLSTATE. PostgreSQL's own messages name tables and constraints. */
const VIOLATIONS = new Map([
  ['23505', 'Someone has already signed up with this address.'],
  ['23514', 'The name or the address breaks a rule of the sign-up form: correct it with --name or --email.'],
])
const databaseErrorSchema = v.object({ code: v.string() })

/** Replaces the failure of a correction that violates a constraint of the table. Returns any other failure unchanged. */
function describeViolation(failure: unknown): unknown {
  const cause = failure instanceof CommandFailure ? failure.cause : null
  const message = v.is(databaseErrorSchema, cause) ? VIOLATIONS.get(cause.code) : undefined
  return message === undefined ? failure : new CommandFailure('refused', message, { cause })
}
