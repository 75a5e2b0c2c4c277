import {
  codeAndLinkDataSchema,
  codeDataSchema,
  createCodeAndLinkBlocks,
  createCodeBlocks,
  formatAccountMailReason,
  formatRequestedMailReason,
} from './auth-code.ts'
import { defineMailKind, type MailBrand, type MailContent } from './mail-content.ts'

type Words = {
  subject(productName: string): string
  heading: string
  before(productName: string): string
  label: string
  isRequested?: boolean
}

/** Defines a mail with a code and a link that does the same. The recipient asked for it, unless `isRequested` is false. */
function defineCodeMail({ subject, heading, before, label, isRequested = true }: Words) {
  return defineMailKind(codeAndLinkDataSchema, (data, brand) => {
    const { name } = brand.product
    const blocks = createCodeAndLinkBlocks(data, { before: before(name), label })
    return { ...frameOf(brand, isRequested), subject: subject(name), heading, blocks }
  })
}

function frameOf(brand: MailBrand, isRequested: boolean): Pick<MailContent, 'signedBy' | 'reason' | 'replyTo'> {
  const reason = isRequested ? formatRequestedMailReason(brand) : formatAccountMailReason(brand)
  return { signedBy: 'founders', reason, replyTo: null }
}

/** The mails of accounts that have a code, by the column `kind` of the outbox row. */
export const ACCOUNT_CODE_MAILS = {
  /** To the address of a new account, to confirm that it belongs to the person who signed up. */
  auth_confirm: defineCodeMail({
    subject: (name) => `Confirm your ${name} account`,
    heading: 'One last step',
    before: () => 'Thanks for creating an account. To confirm that this address is yours, enter this code:',
    label: 'Confirm my address',
  }),
  auth_recovery: defineCodeMail({
    subject: (name) => `Set a new ${name} password`,
    heading: 'Forgot your password?',
    before: () => 'To set a new one, enter this code:',
    label: 'Set a new password',
  }),
  auth_magic_link: defineCodeMail({
    subject: (name) => `Your ${name} sign-in code`,
    heading: 'Welcome back',
    before: () => 'To sign in, enter this code:',
    label: 'Sign in',
  }),
  /** To the old or the new address of an account, whose owner confirms the change with it. */
  auth_email_change: defineCodeMail({
    subject: (name) => `Confirm the new address for your ${name} account`,
    heading: 'A new address',
    before: () =>
      'Someone, most likely you, asked to change the email address of your account. To confirm the change, enter this code:',
    label: 'Confirm the change',
  }),
  /** To a person whom an operator invited. */
  auth_invite: defineCodeMail({
    subject: (name) => `You’re invited to ${name}`,
    heading: 'You’re invited',
    before: (name) => `We’ve set up a ${name} account for you. To accept it, enter this code:`,
    label: 'Accept the invitation',
    isRequested: false,
  }),
  /** To a signed-in user who changes the password, to verify that the account's owner is using the device. */
  auth_reauthentication: defineMailKind(codeDataSchema, ({ code, minutes }, brand) => ({
    ...frameOf(brand, true),
    subject: `Your ${brand.product.name} code`,
    heading: 'Confirm it’s you',
    blocks: [
      { kind: 'paragraph', text: 'To finish the change you started, enter this code:' },
      ...createCodeBlocks(code, minutes),
    ],
  })),
}
