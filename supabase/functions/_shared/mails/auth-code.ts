import * as v from 'valibot'
import type { Block, Brand } from './letter.ts'

/** Six digits to type, and how many minutes they work. */
export const codeData = v.object({
  code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
  minutes: v.pipe(v.number(), v.minValue(1)),
})

/** The same with the address of the site's page that asks for one click and does the rest. */
export const codeAndLinkData = v.object({
  ...codeData.entries,
  path: v.pipe(
    v.string(),
    v.regex(/^\/#confirm\?[\w.~%+&=*-]+$/),
    v.transform((path): `/${string}` => `/${path.slice(1)}`),
  ),
})

/**
 * The code first: programs that read it out of a mail take the first six digits they find, and a link is full of digits.
 * Then the link, for who reads the mail on the same device.
 */
export function codeAndLink(
  { code, minutes, path }: v.InferOutput<typeof codeAndLinkData>,
  { before, label }: { before: string; label: string },
): Block[] {
  return [
    { kind: 'paragraph', text: before },
    { kind: 'code', code },
    { kind: 'paragraph', text: 'Or go on with one click:' },
    { kind: 'button', label, path },
    {
      kind: 'paragraph',
      text: `Both work once, for ${lengthOf(minutes)}. Nobody from us will ever ask you for a code.`,
    },
  ]
}

const DAY = 24 * 60

/** A length of time in words. */
export function lengthOf(minutes: number): string {
  const [count, unit] =
    minutes % DAY === 0 && minutes > DAY
      ? [minutes / DAY, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute']
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}

/** Why a mail with a code came. */
export function askedForReason({ product }: Brand): string {
  return (
    `You get this mail because somebody, most likely you, asked for it at ${product.domain} with this address. ` +
    'If that was not you, do nothing: without the code nothing happens. ' +
    `If you want your account to be removed, write to ${product.mailboxes.privacy}.`
  )
}

/** Why a mail about an account came that nobody had to ask for. */
export function accountReason({ product }: Brand): string {
  return (
    `You get this mail because this address belongs to an account at ${product.domain}. ` +
    `If you want your account to be removed, write to ${product.mailboxes.privacy}.`
  )
}
