import * as v from 'valibot'
import type { MailBlock, MailBrand } from './mail-content.ts'

/** Schema for the data of a mail with a code: six digits, and the code's lifetime in minutes. */
export const codeDataSchema = v.object({
  code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
  minutes: v.pipe(v.number(), v.minValue(1)),
})

/** Schema for the data of a mail with a code and a link: `codeDataSchema`, and the path of the page on which one click confirms. */
export const codeAndLinkDataSchema = v.object({
  ...codeDataSchema.entries,
  path: v.pipe(
    v.string(),
    v.regex(/^\/#confirm\?[\w.~%+&=*-]+$/),
    v.transform((path): `/${string}` => `/${path.slice(1)}`),
  ),
})

/**
 * Returns the content blocks of a mail with a code and a link. The code comes before the link, because programs that copy a code out of a
 * mail take its first six digits, and the link contains many digits. The link is for people who read the mail on the device they sign in
 * with.
 */
export function createCodeAndLinkBlocks(
  { code, minutes, path }: v.InferOutput<typeof codeAndLinkDataSchema>,
  { before, label }: { before: string; label: string },
): MailBlock[] {
  return [
    { kind: 'paragraph', text: before },
    ...createCodeBlocks(code, minutes),
    { kind: 'paragraph', text: 'Or use the button, on this device:' },
    { kind: 'button', label, path },
  ]
}

/** Returns the content blocks with a code, and with how long it is valid. */
export function createCodeBlocks(code: string, minutes: number): MailBlock[] {
  return [
    { kind: 'code', code },
    {
      kind: 'note',
      text: `It works once, for ${formatDuration(minutes)}. We’ll never ask for it by phone or email.`,
    },
  ]
}

const DAY = 24 * 60

/** Formats a duration in minutes as text, for example 'one hour', '2 days' or '90 minutes'. */
export function formatDuration(minutes: number): string {
  const [count, unit] =
    minutes % DAY === 0 && minutes > DAY
      ? [minutes / DAY, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute']
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}

/** Returns the footer of a mail with a code: why the mail was sent, and how the recipient can have the account removed. */
export function formatRequestedMailReason({ product }: MailBrand): string {
  return (
    `You’re getting this email because someone, most likely you, asked for it at ${product.domain}. ` +
    'If it wasn’t you, ignore it: nothing happens without the code. ' +
    `If you’d like your account to be removed, write to ${product.mailboxes.privacy}.`
  )
}

/** Returns the footer of an account mail that the recipient did not request: why it was sent, and how to have the account removed. */
export function formatAccountMailReason({ product }: MailBrand): string {
  return (
    `You’re getting this email because this address belongs to an account at ${product.domain}. ` +
    `If you’d like your account to be removed, write to ${product.mailboxes.privacy}.`
  )
}
