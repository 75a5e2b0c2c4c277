import { formatGreeting } from './greeting.ts'
import type { MailBrand, MailContent } from './mail-content.ts'

/** The promises that a letter repeats. The price is none of them, because a buyer gets the same letter. */
const REPEATED = ['nothing-uploaded', 'lifetime-access']

/**
 * Returns the content of the founders' letter to a person who signed up: the free and the paid welcome, and the invitation of a wave.
 * `opening` follows the names of the founders; `between` are the paragraphs between the first advice and the promises.
 */
export function writeLetter(
  name: string,
  { product }: MailBrand,
  { opening, between = [] }: { opening: string; between?: readonly string[] },
): Omit<MailContent, 'subject'> {
  const { founders, mailboxes, promises } = product
  const repeated = REPEATED.flatMap((id) => promises.find((promise) => promise.id === id)?.text ?? [])
  const paragraphs = [
    'Start with one folder. A weekend, not the whole wedding: ten minutes tell you whether it’s for you.',
    ...between,
    ...(repeated.length === 0 ? [] : [repeated.join(' ')]),
    'If something’s odd, hit reply. It comes straight to us.',
  ]
  return {
    heading: formatGreeting(name),
    blocks: [
      { kind: 'paragraph', text: `${founders.names} here. ${opening}` },
      { kind: 'button', label: `Download ${product.name}`, path: '/download' },
      ...paragraphs.map((text) => ({ kind: 'paragraph', text }) as const),
    ],
    signedBy: 'founders',
    hasBanner: true,
    reason:
      `You’re getting this email because this address signed up for early access to ${product.name} at ${product.domain}. ` +
      `If that wasn’t you, or you’d like to be removed, write to ${mailboxes.privacy} and we’ll delete your entry.`,
    // MAIL_FROM may be an address that nobody reads.
    replyTo: mailboxes.team,
  }
}
